import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { problem } from '../config/problem.ts'
import { BLOCK, parsePax, parseTarHeader, type TarHeader } from './tar.ts'
import { SEAL } from './writeArchive.ts'

export interface ArchiveEntry {
  name: string
  size: number
  /** Read to its end before the next entry is asked for; what is left unread is skipped. */
  body: AsyncIterable<Uint8Array>
}

/**
 * The entries of an archive, one after another, none held whole in memory. Fails with one line for a file that was cut
 * off or changed; only a reader that has come to the end knows that it was not.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.on('error', error => gunzip.destroy(error))
  const bytes = byteReader(file.pipe(gunzip), path)
  try {
    yield* entries(bytes, path)
  } catch (error) {
    throw damaged(error, path)
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

async function* entries(bytes: ByteReader, path: string): AsyncGenerator<ArchiveEntry> {
  let pax: ReturnType<typeof parsePax> | undefined
  for (;;) {
    const digestSoFar = bytes.digest()
    const header = parseTarHeader(await bytes.exactly(BLOCK), pax)
    if (!header) throw problem(`${path} is not a whole backup: its seal is missing`)
    if (header.isPax) {
      pax = parsePax(await wholeBody(bytes, header))
      continue
    }
    pax = undefined
    if (header.name === SEAL) {
      checkSeal(await wholeBody(bytes, header), digestSoFar, path)
      return bytes.drain()
    }
    const body = bodyOf(bytes, header.size)
    yield { name: header.name, size: header.size, body }
    for await (const _ of body);
    await bytes.exactly((BLOCK - (header.size % BLOCK)) % BLOCK)
  }
}

function checkSeal(seal: Buffer, digest: string, path: string): void {
  const { sha256 } = JSON.parse(seal.toString('utf8'))
  if (sha256 !== digest) throw problem(`${path} is damaged: it is not what the backup wrote`)
}

const LARGEST_WHOLE = 1_000_000

async function wholeBody(bytes: ByteReader, { size }: TarHeader): Promise<Buffer> {
  if (size > LARGEST_WHOLE) throw new Error('a header is too long')
  const body = await bytes.exactly(size)
  await bytes.exactly((BLOCK - (size % BLOCK)) % BLOCK)
  return body
}

/** Goes on where it was left when it is read a second time, so that an unread rest can be skipped. */
function bodyOf(bytes: ByteReader, size: number): AsyncIterable<Uint8Array> {
  let left = size
  return {
    async *[Symbol.asyncIterator]() {
      while (left > 0) {
        const chunk = await bytes.upTo(left)
        left -= chunk.length
        yield chunk
      }
    },
  }
}

interface ByteReader {
  exactly(size: number): Promise<Buffer>
  /** At least one byte. */
  upTo(size: number): Promise<Buffer>
  /** Of everything taken so far. */
  digest(): string
  /** To the very end, where gzip has its own checksum. */
  drain(): Promise<void>
}

function byteReader(source: AsyncIterable<Buffer>, path: string): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  const hash: Hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)

  async function upTo(size: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await nextChunk()
      if (next === undefined) throw problem(`${path} is not a whole backup: it ends too early`)
      rest = next
    }
    const taken = rest.subarray(0, size)
    rest = rest.subarray(taken.length)
    hash.update(taken)
    return taken
  }

  // The reader of an entry's body is the first to get the error, so its message is made here.
  async function nextChunk(): Promise<Buffer | undefined> {
    try {
      const next = await chunks.next()
      return next.done ? undefined : next.value
    } catch (error) {
      throw damaged(error, path)
    }
  }

  async function drain(): Promise<void> {
    while ((await nextChunk()) !== undefined);
  }

  async function exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; ) {
      const part = await upTo(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  return { exactly, upTo, drain, digest: () => hash.copy().digest('hex') }
}

function damaged(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error.name === 'Problem') return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return problem(`There is no file ${path}`)
  if (code === 'EACCES') return problem(`This user may not read ${path}`)
  if (code === 'EISDIR') return problem(`${path} is a folder`)
  if (code === 'Z_BUF_ERROR') return problem(`${path} is not a whole backup: it was cut off`)
  return problem(`${path} is not a backup of Portico, or it is damaged: ${error.message}`)
}
