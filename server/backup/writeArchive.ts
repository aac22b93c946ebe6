import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { padding, TAR_END, tarHeader } from './tar.ts'

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** The stream has to hold exactly `size` bytes. */
  addStream(name: string, size: number, stream: AsyncIterable<Uint8Array>): Promise<void>
}

/** Name of the last entry: the digest of every byte before it. */
export const SEAL = 'end.json'

/**
 * Writes a `.tar.gz` that appears under its name whole or not at all. The last entry seals what comes before it, so
 * that a reader can tell a damaged or cut-off file before it uses any of it. A file of that name is left alone
 * (EEXIST), unless it is to be replaced.
 */
export async function writeArchive(
  path: string,
  { at, replace = false }: { at: Date; replace?: boolean },
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const part = `${path}.${process.pid}.part`
  const discard = () => rmSync(part, { force: true })
  process.once('exit', discard)
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(part, { mode: 0o600 }))
  // A full disk is told where it is awaited; until then it must not count as unhandled.
  written.catch(() => {})
  const hash = createHash('sha256')

  async function put(bytes: Uint8Array): Promise<void> {
    hash.update(bytes)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
  }

  async function addStream(name: string, size: number, stream: AsyncIterable<Uint8Array>): Promise<void> {
    await put(tarHeader(name, size, at))
    let sent = 0
    for await (const chunk of stream) {
      sent += chunk.length
      if (sent <= size) await put(chunk)
    }
    if (sent !== size) throw new Error(`${name} has ${sent} bytes instead of ${size}`)
    await put(padding(size))
  }

  const add = (name: string, bytes: Uint8Array) => addStream(name, bytes.length, oneChunk(bytes))

  try {
    await fill({ add, addStream })
    await add(SEAL, Buffer.from(JSON.stringify({ sha256: hash.copy().digest('hex') })))
    gzip.end(TAR_END)
    await written
    await makeDurable(part)
    await (replace ? rename(part, path) : renameToNew(part, path))
    await makeDurable(dirname(path))
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    await rm(part, { force: true })
    throw error
  } finally {
    process.off('exit', discard)
  }
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes
}

/** As `rename`, which replaces what is there without asking. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST') throw error
    // A file system without links: the name is taken first, and then the file put under it.
    await (await open(to, 'wx', 0o600)).close()
    await rename(from, to)
    return
  }
  await rm(from)
}

async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
