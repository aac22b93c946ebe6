import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { boundRange } from './byteRange.ts'
import { checkFileStore } from './checkFileStore.ts'
import { describeDiskError, diskFailure } from './diskError.ts'
import { checkFileKey, checkFilePrefix } from './fileKey.ts'
import type { ByteRange, FileStore, FoundFile, PutOptions, StoredFile } from './fileStore.ts'
import { listDirectory } from './listDirectory.ts'
import { makeWritableDirectory } from './makeWritableDirectory.ts'
import { readBounded } from './readBounded.ts'
import { newTemporaryName, releaseTemporaryName, sweepTemporaryFiles } from './temporaryFiles.ts'

const READ_SIZE = 64 * 1024

/** Keeps each file at `<directory>/<key>`. A file appears there whole or not at all. */
export async function openDiskStore(directory: string): Promise<FileStore> {
  const root = resolve(directory)
  const incoming = join(root, '.incoming')

  const store: FileStore = {
    place: root,
    put,
    get,
    remove,
    list,
    check: () => checkFileStore(store),
  }

  try {
    await makeWritableDirectory(incoming)
    await sweepTemporaryFiles(incoming)
  } catch (error) {
    throw describeDiskError(error, root)
  }
  return store

  async function put(key: string, stream: ReadableStream<Uint8Array>, { limit }: PutOptions): Promise<StoredFile> {
    checkFileKey(key)
    const name = newTemporaryName(randomBytes)
    const temporary = join(incoming, name)
    try {
      const stored = await writeFile(temporary, stream, limit)
      await moveInto(join(root, key), temporary)
      return stored
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw diskFailure(error, root)
    } finally {
      releaseTemporaryName(name)
      // Ends a stream nobody has begun to read, as when the file could not even be opened.
      if (!stream.locked) await stream.cancel().catch(() => {})
    }
  }

  async function get(key: string, range?: ByteRange): Promise<FoundFile | undefined> {
    checkFileKey(key)
    const file = await openIfThere(join(root, key), root)
    if (!file) return undefined
    try {
      const { size } = await file.stat()
      const { start, end } = range ? boundRange(range, size) : { start: 0, end: size - 1 }
      return { stream: streamFile(file, start, end), size }
    } catch (error) {
      await file.close()
      throw diskFailure(error, root)
    }
  }

  async function remove(key: string): Promise<void> {
    checkFileKey(key)
    await rm(join(root, key), { force: true }).catch(error => {
      throw diskFailure(error, root)
    })
  }

  async function* list(prefix = '') {
    checkFilePrefix(prefix)
    yield* listDirectory(root, prefix)
  }
}

async function writeFile(path: string, stream: ReadableStream<Uint8Array>, limit: number): Promise<StoredFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    const { chunks, total } = readBounded(stream, limit)
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
    return total()
  } finally {
    await file.close()
  }
}

/** Once this returns, the file is there after a power cut too: its name is on the disk as well as its bytes. */
async function moveInto(target: string, temporary: string): Promise<void> {
  const directory = dirname(target)
  const firstMade = await mkdir(directory, { recursive: true, mode: 0o700 })
  await rename(temporary, target)
  await syncDirectory(directory)
  if (firstMade) await syncDirectory(dirname(firstMade))
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and keeps its own journal of names.
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function openIfThere(path: string, root: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
    return undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return
    throw diskFailure(error, root)
  }
}

/** Reads only when asked, so that a slow reader costs one chunk of memory. */
function streamFile(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const wanted = Math.min(READ_SIZE, end + 1 - position)
        const bytesRead = wanted > 0 ? await readChunk(wanted, controller) : 0
        position += bytesRead
        if (bytesRead > 0 && position <= end) return
        await file.close()
        controller.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )

  async function readChunk(wanted: number, controller: ReadableStreamDefaultController<Uint8Array>): Promise<number> {
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(wanted), 0, wanted, position)
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
      return bytesRead
    } catch (error) {
      await file.close()
      throw error
    }
  }
}
