import { expect, test } from 'vitest'
import { type ZipEntry, zipDirectory, zipHeader } from './zip.ts'

const entry = (values: Partial<ZipEntry> = {}): ZipEntry => ({
  name: 'deals.ndjson',
  method: 'stored',
  crc: 7,
  size: 10,
  packed: 10,
  time: new Date('2026-11-16T08:30:00Z'),
  ...values,
})

test('a size that needs more than 32 bits is in the extra field of ZIP64, and in no other', () => {
  const [small, large] = [zipHeader(entry()), zipHeader(entry({ size: 5_000_000_000, packed: 4_999_999_999 }))]

  expect([small.readUInt16LE(4), small.readUInt32LE(18), small.readUInt16LE(28)]).toEqual([20, 10, 0])
  expect([large.readUInt16LE(4), large.readUInt32LE(18), large.readUInt16LE(28)]).toEqual([45, 0xffff_ffff, 20])
  expect(large.readBigUInt64LE(30 + 12 + 4)).toBe(5_000_000_000n)
  expect(large.readBigUInt64LE(30 + 12 + 12)).toBe(4_999_999_999n)
})

test('an entry that begins behind 4 GB says so, and so does the end of the archive', () => {
  const entries = [entry({ size: 5_000_000_000, packed: 5_000_000_000 }), entry()]
  const first = zipHeader(entry({ size: 5_000_000_000, packed: 5_000_000_000 })).length + 5_000_000_000
  const offset = first + zipHeader(entry()).length + 10

  const directory = zipDirectory(entries, offset)

  const second = 46 + 12 + 20
  expect(directory.readUInt32LE(second)).toBe(0x0201_4b50)
  expect(directory.readUInt32LE(second + 42)).toBe(0xffff_ffff)
  expect(directory.readBigUInt64LE(second + 46 + 12 + 4)).toBe(BigInt(first))
  const end64 = second + 46 + 12 + 12
  expect(directory.readUInt32LE(end64)).toBe(0x0606_4b50)
  expect(directory.readBigUInt64LE(end64 + 48)).toBe(BigInt(offset))
  expect(directory.readUInt32LE(directory.length - 22 + 16)).toBe(0xffff_ffff)
})
