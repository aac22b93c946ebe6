/**
 * The bytes around the contents of a ZIP archive (APPNOTE 6.3.10). Contents are stored elsewhere and known by size and
 * checksum, so that any range of an archive can be sent without making the whole of it.
 */
export interface ZipEntry {
  name: string
  method: 'stored' | 'deflated'
  /** CRC-32 of the content. */
  crc: number
  /** Bytes of the content, and of what is in the archive for it. */
  size: number
  packed: number
  time: Date
}

/** What ends a deflated content whose pieces were flushed one by one: an empty last block. */
export const DEFLATE_END: Uint8Array = new Uint8Array([3, 0])

/** Sizes and places that need more than 32 bits are in an extra field (ZIP64); older programs read the rest. */
const MOST = 0xffff_ffff
const MOST_ENTRIES = 0xffff
const [PLAIN, WITH_ZIP64] = [20, 45]
const NAMES_ARE_UTF8 = 0x0800

export function zipHeader(entry: ZipEntry): Buffer {
  const extra = zip64Of(isLarge(entry) ? [entry.size, entry.packed] : [])
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x0403_4b50, 0)
  fixed.writeUInt16LE(extra.length > 0 ? WITH_ZIP64 : PLAIN, 4)
  writeFacts(fixed, 6, entry, isLarge(entry))
  fixed.writeUInt16LE(name.length, 26)
  fixed.writeUInt16LE(extra.length, 28)
  return Buffer.concat([fixed, name, extra])
}

/** The end of an archive whose entries lie one after another; `offset` is where it begins. */
export function zipDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    parts.push(directoryEntry(entry, at))
    at += zipHeader(entry).length + entry.packed
  }
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const needs64 = entries.length >= MOST_ENTRIES || offset >= MOST || size >= MOST
  if (needs64) parts.push(end64(entries.length, size, offset))
  parts.push(end(entries.length, size, offset))
  return Buffer.concat(parts)
}

function directoryEntry(entry: ZipEntry, at: number): Buffer {
  const large = isLarge(entry)
  const extra = zip64Of([...(large ? [entry.size, entry.packed] : []), ...(at >= MOST ? [at] : [])])
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x0201_4b50, 0)
  const version = extra.length > 0 ? WITH_ZIP64 : PLAIN
  fixed.writeUInt16LE(version, 4)
  fixed.writeUInt16LE(version, 6)
  writeFacts(fixed, 8, entry, large)
  fixed.writeUInt16LE(name.length, 28)
  fixed.writeUInt16LE(extra.length, 30)
  fixed.writeUInt32LE(Math.min(at, MOST), 42)
  return Buffer.concat([fixed, name, extra])
}

function writeFacts(fixed: Buffer, from: number, { method, crc, size, packed, time }: ZipEntry, large: boolean) {
  fixed.writeUInt16LE(NAMES_ARE_UTF8, from)
  fixed.writeUInt16LE(method === 'stored' ? 0 : 8, from + 2)
  const at = new Date(Math.max(time.getTime(), Date.UTC(1980, 0, 1)))
  fixed.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), from + 4)
  fixed.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), from + 6)
  fixed.writeUInt32LE(crc, from + 8)
  fixed.writeUInt32LE(large ? MOST : packed, from + 12)
  fixed.writeUInt32LE(large ? MOST : size, from + 16)
}

function isLarge({ size, packed }: ZipEntry): boolean {
  return size >= MOST || packed >= MOST
}

function zip64Of(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, nr) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * nr)
  })
  return extra
}

function end64(entries: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(56 + 20)
  bytes.writeUInt32LE(0x0606_4b50, 0)
  bytes.writeBigUInt64LE(44n, 4)
  bytes.writeUInt16LE(WITH_ZIP64, 12)
  bytes.writeUInt16LE(WITH_ZIP64, 14)
  bytes.writeBigUInt64LE(BigInt(entries), 24)
  bytes.writeBigUInt64LE(BigInt(entries), 32)
  bytes.writeBigUInt64LE(BigInt(size), 40)
  bytes.writeBigUInt64LE(BigInt(offset), 48)
  bytes.writeUInt32LE(0x0706_4b50, 56)
  bytes.writeBigUInt64LE(BigInt(offset + size), 64)
  bytes.writeUInt32LE(1, 72)
  return bytes
}

function end(entries: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x0605_4b50, 0)
  bytes.writeUInt16LE(Math.min(entries, MOST_ENTRIES), 8)
  bytes.writeUInt16LE(Math.min(entries, MOST_ENTRIES), 10)
  bytes.writeUInt32LE(Math.min(size, MOST), 12)
  bytes.writeUInt32LE(Math.min(offset, MOST), 16)
  return bytes
}
