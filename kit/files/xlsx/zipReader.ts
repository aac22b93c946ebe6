import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { failure } from '../../api/failure.ts'

/** Bytes that can be read from any place, such as a stored file. */
export interface Bytes {
  size: number
  /** Both ends count. */
  read(start: number, end: number): Promise<AsyncIterable<Uint8Array>>
}

interface Entry {
  method: number
  packed: number
  /** Of its header. */
  at: number
}

export interface ZipReader {
  has(name: string): boolean
  /** The content of an entry, piece by piece; it is refused as soon as it is larger than `most` bytes. */
  open(name: string, most: number): AsyncGenerator<Uint8Array>
}

/** A workbook has some dozens. */
const MOST_ENTRIES = 2_000
const MOST_DIRECTORY_BYTES = 1_000_000
const END_BYTES = 22
const COMMENT_BYTES = 65_535
const [STORED, DEFLATED] = [0, 8]

/** Reads the directory of a ZIP archive. Sizes that it states are not trusted: what comes out is counted. */
export async function openZip(bytes: Bytes): Promise<ZipReader> {
  const tailAt = Math.max(0, bytes.size - END_BYTES - COMMENT_BYTES)
  const tail = await whole(bytes, tailAt, bytes.size - tailAt)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || end + END_BYTES > tail.length) throw broken()
  const [size, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (size > MOST_DIRECTORY_BYTES || at + size > bytes.size) throw broken()
  const entries = entriesOf(await whole(bytes, at, size))
  return {
    has: name => entries.has(name),
    async *open(name, most) {
      const entry = entries.get(name)
      if (!entry) throw broken()
      yield* counted(await contentOf(bytes, entry), most)
    },
  }
}

function entriesOf(directory: Buffer): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x0201_4b50) {
    const nameBytes = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    const flags = directory.readUInt16LE(at + 8)
    if (flags & 1) throw failure('unsupported', 'The workbook is protected by a password: save it without one')
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    })
    if (entries.size > MOST_ENTRIES) throw broken()
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function contentOf(bytes: Bytes, { method, packed, at }: Entry): Promise<AsyncIterable<Uint8Array>> {
  if (packed === 0) return nothing()
  if (at + 30 > bytes.size || (method !== STORED && method !== DEFLATED)) throw broken()
  const header = await whole(bytes, at, 30)
  if (header.readUInt32LE(0) !== 0x0403_4b50) throw broken()
  const from = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (from + packed > bytes.size) throw broken()
  const content = await bytes.read(from, from + packed - 1)
  if (method === STORED) return content
  const inflate = createInflateRaw()
  // Errors come out where the pieces are read.
  pipeline(Readable.from(content), inflate, () => {})
  return inflate
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* counted(pieces: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of pieces) {
      bytes += piece.byteLength
      if (bytes > most) throw failure('too_large', 'The workbook holds more than it could for its rows: save it as CSV')
      yield piece
    }
  } catch (error) {
    throw String((error as { code?: unknown }).code).startsWith('Z_') ? broken() : error
  }
}

async function whole(bytes: Bytes, start: number, size: number): Promise<Buffer> {
  if (size <= 0) throw broken()
  const pieces: Uint8Array[] = []
  for await (const piece of await bytes.read(start, start + size - 1)) pieces.push(piece)
  return Buffer.concat(pieces)
}

export function broken(): Error {
  return failure('invalid', 'The workbook cannot be read: it is damaged, or no XLSX file', { field: 'file' })
}
