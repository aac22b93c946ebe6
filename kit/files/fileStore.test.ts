import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFileKey } from './fileKey.ts'
import type { FileStore, ListedFile } from './fileStore.ts'
import { openFileStore } from './openFileStore.ts'
import { startS3Server } from './testing/startS3Server.ts'
import { bytesOf, patternBytes, streamOf, streamThatBreaks } from './testing/streams.ts'

const MB = 1024 * 1024

describe.each([
  { name: 'disk', open: openDisk, large: 20 * MB + 123, held: 4 * MB },
  // A part and its copies are held while it is sent, so that only a file far larger than these can show the bound.
  { name: 's3', open: openS3, large: 64 * MB + 123, held: 45 * MB },
])('$name store', ({ open, large, held }) => {
  let store: FileStore
  let stop: () => Promise<void>

  beforeAll(async () => {
    const opened = await open()
    store = opened.store
    stop = opened.stop
  })
  afterAll(() => stop())

  test('gives back what was put', async () => {
    const key = newFileKey()
    const text = 'Zażółć gęślą jaźń'

    const stored = await store.put(key, new Blob([text]).stream(), { limit: 100, type: 'text/plain' })
    const found = await store.get(key)

    expect(stored).toEqual({ size: Buffer.byteLength(text), sha256: sha256(Buffer.from(text)) })
    expect(found?.size).toBe(stored.size)
    expect(found && (await new Response(found.stream).text())).toBe(text)
  })

  test('gives back an empty file', async () => {
    const key = newFileKey()

    const stored = await store.put(key, new Blob([]).stream(), { limit: 0 })
    const found = await store.get(key)

    expect(stored).toEqual({ size: 0, sha256: sha256(Buffer.alloc(0)) })
    expect(found?.size).toBe(0)
    expect(found && (await bytesOf(found.stream))).toHaveLength(0)
  })

  test('nothing under a key that was never put', async () => {
    expect(await store.get(newFileKey())).toBeUndefined()
    expect(await store.get('ab/cd/ef')).toBeUndefined()
  })

  test('streams a large file both ways without holding it', async () => {
    const key = newFileKey()
    await store.put(newFileKey(), streamOf(6 * MB).stream, { limit: 6 * MB })
    const before = liveBytes()
    let most = 0
    let looks = 0
    // Looks at each second megabyte, with all garbage gone, so the figure is what is really held.
    const look = (at: number) => {
      if (at % (2 * MB) !== 0) return
      most = Math.max(most, liveBytes() - before)
      looks++
    }

    const stored = await store.put(key, streamOf(large, 64 * 1024, look).stream, { limit: large })
    const found = await store.get(key)
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of found?.stream ?? []) {
      hash.update(chunk)
      read += chunk.byteLength
      look(Math.floor(read / (64 * 1024)) * 64 * 1024)
    }

    expect(stored).toEqual({ size: large, sha256: sha256(patternBytes(0, large)) })
    expect(read).toBe(large)
    expect(hash.digest('hex')).toBe(stored.sha256)
    expect(looks).toBeGreaterThan(large / (2 * MB))
    expect(most).toBeLessThan(held)
  })

  test.each([1, 5 * MB - 1, 5 * MB, 5 * MB + 1, 10 * MB])('keeps every byte of a file of %i bytes', async size => {
    const key = newFileKey()

    const stored = await store.put(key, streamOf(size, 999_983).stream, { limit: size })
    const found = await store.get(key)

    expect(stored.sha256).toBe(sha256(patternBytes(0, size)))
    expect(found && sha256(await bytesOf(found.stream))).toBe(stored.sha256)
  })

  test.each([100_000, 12 * MB])('413 over the limit, with nothing left behind, at %i bytes', async size => {
    const key = newFileKey()
    const sent = streamOf(size)

    const putting = store.put(key, sent.stream, { limit: size - 1 })

    await expect(putting).rejects.toMatchObject({ code: 'too_large', status: 413 })
    expect(sent.cancelled).toBe(true)
    expect(await store.get(key)).toBeUndefined()
    expect(await listed(store, key)).toEqual([])
  })

  test('a file of exactly the limit is taken', async () => {
    const stored = await store.put(newFileKey(), streamOf(100_000).stream, { limit: 100_000 })

    expect(stored.size).toBe(100_000)
  })

  test.each([0, 100_000, 7 * MB])('nothing left behind when the sender goes away after %i bytes', async after => {
    const key = newFileKey()

    const putting = store.put(key, streamThatBreaks(after), { limit: 50 * MB })

    await expect(putting).rejects.toThrow('the sender went away')
    expect(await store.get(key)).toBeUndefined()
    expect(await listed(store, key)).toEqual([])
  })

  test('reads ranges', async () => {
    const key = newFileKey()
    await store.put(key, streamOf(200_000).stream, { limit: 200_000 })
    const read = async (start: number, end?: number) => {
      const found = await store.get(key, end === undefined ? { start } : { start, end })
      return found && { size: found.size, bytes: await bytesOf(found.stream) }
    }
    const expected = (start: number, length: number) => ({
      size: 200_000,
      bytes: Buffer.from(patternBytes(start, length)),
    })

    expect(await read(0, 9)).toEqual(expected(0, 10))
    expect(await read(70_000, 70_000)).toEqual(expected(70_000, 1))
    expect(await read(65_530, 131_080)).toEqual(expected(65_530, 65_551))
    expect(await read(199_990)).toEqual(expected(199_990, 10))
    expect(await read(199_990, 999_999)).toEqual(expected(199_990, 10))
    await expect(read(200_000)).rejects.toMatchObject({ code: 'invalid' })
    await expect(read(-1)).rejects.toMatchObject({ code: 'invalid' })
    await expect(read(5, 4)).rejects.toMatchObject({ code: 'invalid' })
    await expect(read(0.5)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a reader may stop half way', async () => {
    const key = newFileKey()
    await store.put(key, streamOf(3 * MB).stream, { limit: 3 * MB })

    for (let round = 0; round < 30; round++) {
      const reader = (await store.get(key))?.stream.getReader()
      await reader?.read()
      await reader?.cancel()
    }

    const found = await store.get(key)
    expect(found && (await bytesOf(found.stream))).toHaveLength(3 * MB)
  })

  test('keeps files put at the same time apart', async () => {
    const keys = Array.from({ length: 20 }, () => newFileKey())

    const stored = await Promise.all(
      keys.map((key, index) => store.put(key, new Blob([`file ${index} `.repeat(5_000)]).stream(), { limit: MB })),
    )

    for (const [index, key] of keys.entries()) {
      const found = await store.get(key)
      expect(found && sha256(await bytesOf(found.stream))).toBe(stored[index]?.sha256)
    }
    expect(new Set(stored.map(file => file.sha256)).size).toBe(20)
  })

  test('removing twice is fine, and the file is gone', async () => {
    const key = newFileKey()
    await store.put(key, new Blob(['x']).stream(), { limit: 1 })

    await store.remove(key)
    await store.remove(key)

    expect(await store.get(key)).toBeUndefined()
  })

  test('lists by prefix, in order, with sizes', async () => {
    const keys = ['list/a/1', 'list/a/10', 'list/a/2', 'list/ab/1', 'list/b/1', 'other/1']
    for (const [index, key] of keys.entries()) {
      await store.put(key, new Blob(['x'.repeat(index)]).stream(), { limit: 10 })
    }

    expect(await listed(store, 'list/a/')).toEqual([
      { key: 'list/a/1', size: 0 },
      { key: 'list/a/10', size: 1 },
      { key: 'list/a/2', size: 2 },
    ])
    expect((await listed(store, 'list/a')).map(file => file.key)).toEqual([
      'list/a/1',
      'list/a/10',
      'list/a/2',
      'list/ab/1',
    ])
    expect(await listed(store, 'list/nothing')).toEqual([])
    const all = (await listed(store)).map(file => file.key)
    expect(all).toEqual(expect.arrayContaining(keys))
    expect(all).toEqual([...all].sort())
  })

  test.each([
    '',
    '../secret',
    'ab/../../secret',
    'ab/..',
    '/etc/passwd',
    'ab//cd',
    'ab/',
    'ab\\cd',
    'ab/\0',
    'C:/x',
    '.hidden',
    'ab/.incoming',
    'ab/%2e%2e/x',
    'ab/c?d',
    'a b',
    'é',
    `a/${'b'.repeat(200)}`,
  ])('400 for the key %j', async key => {
    const refused = { code: 'invalid', status: 400 }

    await expect(store.put(key, new Blob(['x']).stream(), { limit: 1 })).rejects.toMatchObject(refused)
    await expect(store.get(key)).rejects.toMatchObject(refused)
    await expect(store.remove(key)).rejects.toMatchObject(refused)
  })

  test.each(['../', '/', 'a/../', '.incoming', 'a\0'])('400 for the prefix %j', async prefix => {
    await expect(listed(store, prefix)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('checks itself and leaves nothing of the check', async () => {
    await store.check()

    expect(await listed(store, 'check')).toEqual([])
  })
})

async function openDisk() {
  const directory = await mkdtemp(join(tmpdir(), 'portico-files-'))
  return {
    store: await openFileStore('disk', directory),
    stop: () => rm(directory, { recursive: true }),
  }
}

async function openS3() {
  const { host, bucket, accessKeyId, secretAccessKey, stop } = await startS3Server()
  const location = `s3://${accessKeyId}:${secretAccessKey}@${host}/${bucket}/some/prefix?scheme=http`
  return { store: await openFileStore(location, '/nowhere'), stop }
}

async function listed(store: FileStore, prefix?: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for await (const file of store.list(prefix)) files.push(file)
  return files
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What is held in memory right now, buffers included, after a full collection. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
