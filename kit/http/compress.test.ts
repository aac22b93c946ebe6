import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, isPacked, pack } from './compress.ts'

const asking = (accepted?: string) =>
  new Request('http://portico.test', accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } })

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['br; q=0.000, gzip ;q=0', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  ['gzip,'.repeat(100), 'identity'],
  [undefined, 'identity'],
])('%s is answered as %s', (accepted, encoding) => {
  expect(encodingFor(asking(accepted))).toBe(encoding)
})

test('short texts, and those of callers who take nothing packed, stay as they are', () => {
  expect(isPacked(asking('br'), 'x'.repeat(1024))).toBe(false)
  expect(isPacked(asking('br'), 'x'.repeat(1025))).toBe(true)
  expect(isPacked(asking(), 'x'.repeat(5000))).toBe(false)
})

test('what is packed unpacks to the same text', async () => {
  const text = JSON.stringify({ names: Array.from({ length: 500 }, (_, nr) => `Größe ${nr}`) })
  const br = await pack(asking('br'), text)
  const gzip = await pack(asking('gzip'), text)

  expect(brotliDecompressSync(br.bytes).toString()).toBe(text)
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect([br.encoding, gzip.encoding]).toEqual(['br', 'gzip'])
  expect(br.bytes.length).toBeLessThan(text.length / 4)
})
