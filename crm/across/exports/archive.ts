import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { FileStore } from '@portico/kit/files/fileStore'
import { type Segment, sizeOf, streamSegments } from '@portico/kit/files/segments'
import { DEFLATE_END, type ZipEntry, zipDirectory, zipHeader } from '@portico/kit/files/zip'
import type { Part } from './workStore.ts'

/** A file of an archive with the parts it is made of. */
interface Entry {
  name: string
  method: Part['method']
  parts: Part[]
}

/**
 * The archive of an export, as the pieces that follow each other in it: nothing is put together before somebody
 * downloads it, and any range of it can be sent.
 */
export function archiveOf(parts: readonly Part[], manifest: object, time: Date): Segment[] {
  const about = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const first: ZipEntry = {
    name: 'manifest.json',
    method: 'stored',
    crc: crc32(about),
    size: about.length,
    packed: about.length,
    time,
  }
  const segments: Segment[] = [{ bytes: zipHeader(first) }, { bytes: about }]
  const all = [first]
  for (const { name, method, parts: own } of entriesOf(parts)) {
    const contents = contentsOf(method, own)
    const size = own.reduce((sum, part) => sum + Number(part.content_bytes), 0)
    const entry: ZipEntry = { name, method, crc: Number(own.at(-1)?.crc ?? 0), size, packed: sizeOf(contents), time }
    segments.push({ bytes: zipHeader(entry) }, ...contents)
    all.push(entry)
  }
  return [...segments, { bytes: zipDirectory(all, sizeOf(segments)) }]
}

/** The digest of the content of every file, read back from the store: what cannot be read again is found out here. */
export async function digestsOf(files: Pick<FileStore, 'get'>, parts: readonly Part[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const { name, method, parts: own } of entriesOf(parts)) {
    const hash = createHash('sha256')
    const packed = Readable.from(streamSegments(files, contentsOf(method, own)))
    const content = method === 'deflated' ? packed.pipe(createInflateRaw()) : packed
    packed.on('error', error => content.destroy(error))
    for await (const chunk of content) hash.update(chunk)
    digests.set(name, hash.digest('hex'))
  }
  return digests
}

function contentsOf(method: Part['method'], parts: readonly Part[]): Segment[] {
  const stored = parts.map(part => ({ key: part.file_key, size: Number(part.bytes) }))
  return method === 'deflated' ? [...stored, { bytes: DEFLATE_END }] : stored
}

function entriesOf(parts: readonly Part[]): Entry[] {
  const entries = new Map<string, Entry>()
  for (const part of parts) {
    const entry = entries.get(part.entry) ?? { name: part.entry, method: part.method, parts: [] }
    entry.parts.push(part)
    entries.set(part.entry, entry)
  }
  return [...entries.values()]
}
