import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { GZIP_HEADER, joinPieces, openGzip, packPiece, storePiece } from './packedPieces.ts'

test('pieces that were packed by themselves, in any order and joined or not, are one gzip stream with the right sums', async () => {
  const texts = [
    '',
    'a',
    'event '.repeat(5_000),
    'é'.repeat(70_000),
    JSON.stringify(Array.from({ length: 3_000 }, (_, nr) => nr * 7)),
  ]
  const buffers = texts.map(text => Buffer.from(text))
  const packed = await Promise.all(buffers.map(packPiece))
  const stored = buffers.map(storePiece)
  const pieces = [
    ...packed,
    ...stored.toReversed(),
    joinPieces([...stored, ...packed]),
    joinPieces([]),
    ...packed.toReversed(),
  ]
  const gzip = openGzip()
  for (const piece of pieces) gzip.add(piece)

  const stream = Buffer.concat([GZIP_HEADER, ...pieces.map(piece => piece.bytes), gzip.end()])

  const expected = [...texts, ...texts.toReversed(), ...texts, ...texts, ...texts.toReversed()].join('')
  expect(gunzipSync(stream).toString()).toBe(expected)
  expect(packed[2]?.bytes.byteLength).toBeLessThan(500)
})
