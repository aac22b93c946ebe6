import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeDiskError } from './diskError.ts'
import { openDiskStore } from './diskStore.ts'
import { newFileKey } from './fileKey.ts'
import { openFileStore } from './openFileStore.ts'
import { streamOf, streamThatBreaks } from './testing/streams.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portico-disk-'))
})
afterEach(async () => {
  await chmod(directory, 0o700)
  await rm(directory, { recursive: true })
})

test('keeps files in the data directory, readable by their owner only', async () => {
  const store = await openFileStore('disk', directory)

  await store.put('ab/abc', new Blob(['x']).stream(), { limit: 1 })

  expect((await stat(join(directory, 'files', 'ab', 'abc'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(directory, 'files', 'ab'))).mode & 0o777).toBe(0o700)
})

test('lists in the order of whole keys, as S3 does', async () => {
  const store = await openDiskStore(directory)
  for (const key of ['a/1', 'a-b/1', 'ab/1', 'a0']) await store.put(key, new Blob([]).stream(), { limit: 0 })

  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)

  expect(keys).toEqual(['a-b/1', 'a/1', 'a0', 'ab/1'])
})

describe('temporary files', () => {
  test('none is left after a failed upload', async () => {
    const store = await openDiskStore(directory)

    await expect(store.put(newFileKey(), streamThatBreaks(100_000), { limit: 1_000_000 })).rejects.toThrow()
    await expect(store.put(newFileKey(), streamOf(100_000).stream, { limit: 10 })).rejects.toThrow()

    expect(await readdir(join(directory, '.incoming'))).toEqual([])
  })

  test('of a killed process are swept at open, those of a living one are left', async () => {
    const living = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    const killed = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const host = hostname().replace(/[^a-zA-Z0-9-]/g, '')
    await mkdir(join(directory, '.incoming'))
    const left = { living: `${host}.${living.pid}.aa`, elsewhere: 'another-host.1.cc' }
    const swept = { killed: `${host}.${killed.pid}.bb`, reborn: `${host}.${process.pid}.dd`, old: 'another-host.1.ee' }
    for (const name of [...Object.values(left), ...Object.values(swept)]) {
      await writeFile(join(directory, '.incoming', name), 'half a file')
    }
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await utimes(join(directory, '.incoming', swept.old), longAgo, longAgo)

    await openDiskStore(directory)
    living.kill()

    expect((await readdir(join(directory, '.incoming'))).sort()).toEqual(Object.values(left).sort())
  })

  test('of an upload under way survive a second open in the same process', async () => {
    const store = await openDiskStore(directory)
    const reopened = async () => {
      await openDiskStore(directory)
    }
    let pulls = 0
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (pulls++ === 3) return controller.close()
          await reopened()
          controller.enqueue(Buffer.from('part'))
        },
      },
      { highWaterMark: 0 },
    )

    expect(await store.put(newFileKey(), stream, { limit: 100 })).toMatchObject({ size: 12 })
  })
})

describe('a directory that cannot be used', () => {
  test('says in one line that the user may not write', async () => {
    await chmod(directory, 0o500)

    await asOrdinaryUser(async () => {
      const expected = `The files directory ${join(directory, 'files')} may not be read or written by this user`
      await expect(openFileStore('disk', directory)).rejects.toMatchObject({ code: 'unavailable', message: expected })
    })
  })

  test('503 with the reason for the log only, once it has become unwritable', async () => {
    const store = await openDiskStore(directory)
    await chmod(join(directory, '.incoming'), 0o500)

    await asOrdinaryUser(async () => {
      const sent = streamOf(1000)
      await expect(store.put(newFileKey(), sent.stream, { limit: 1000 })).rejects.toMatchObject({
        code: 'unavailable',
        status: 503,
        message: 'Files cannot be stored or read at the moment',
        details: { log: `The files directory ${directory} may not be read or written by this user` },
      })
      expect(sent.cancelled).toBe(true)
      await expect(store.check()).rejects.toThrow(`The files directory ${directory} may not be read or written`)
    })
  })

  test('says in one line that a file is in the way', async () => {
    await writeFile(join(directory, 'files'), 'not a directory')

    await expect(openFileStore('disk', directory)).rejects.toThrow('has a file in its path where a directory belongs')
  })

  // A device that is always full stands for the disk.
  test.runIf(process.platform === 'linux')('says in one line that the disk is full', async () => {
    const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)

    expect(describeDiskError(full, '/data/files')).toMatchObject({
      code: 'unavailable',
      message: 'The files directory /data/files is on a full disk',
    })
  })
})

test('400 for a location that is neither disk nor S3', async () => {
  await expect(openFileStore('ftp://host/', directory)).rejects.toMatchObject({ code: 'invalid' })
})

/** Root may write everywhere, so the rights are dropped for the length of the work. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const nobody = 65534
  if (process.geteuid?.() !== 0) return work()
  for (const path of [directory, join(directory, '.incoming')]) await chown(path, nobody, nobody).catch(() => {})
  process.seteuid?.(nobody)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}
