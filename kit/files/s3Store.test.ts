import { copyFile, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newFileKey } from './fileKey.ts'
import type { FileStore } from './fileStore.ts'
import { openFileStore } from './openFileStore.ts'
import { guardSignature, type SignatureGuard } from './testing/guardSignature.ts'
import { type S3Server, startS3Server } from './testing/startS3Server.ts'
import { bytesOf, streamOf, streamThatBreaks } from './testing/streams.ts'

const MB = 1024 * 1024
const SECRET = 'a/secret+with=signs'

let s3: S3Server
let guard: SignatureGuard
let store: FileStore

beforeAll(async () => {
  s3 = await startS3Server()
  guard = await guardSignature(s3, SECRET)
  store = await openAt(`s3://${guard.host}/${s3.bucket}/our/files?scheme=http&region=eu-north-1`)
})
afterAll(async () => {
  await guard.stop()
  await s3.stop()
})
beforeEach(() => {
  guard.requests.length = 0
})

test('signs every kind of request so that a verifying server takes it', async () => {
  const small = newFileKey()
  const large = newFileKey()

  await store.put(small, new Blob(['small']).stream(), { limit: 10 })
  await store.put(large, streamOf(11 * MB).stream, { limit: 11 * MB })
  const found = await store.get(large, { start: 5 * MB - 1, end: 5 * MB + 1 })
  const bytes = found && (await bytesOf(found.stream))
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  await store.remove(small)
  await store.remove(large)
  await store.check()

  expect(bytes).toHaveLength(3)
  expect(keys.sort()).toEqual([small, large].sort())
})

test('a small file is one request, a large one a multipart upload', async () => {
  await store.put('a/small', streamOf(5 * MB - 1).stream, { limit: 5 * MB })
  await store.put('a/large', streamOf(11 * MB).stream, { limit: 11 * MB })

  expect(guard.requests.map(request => request.replace(/uploadId=\w+/, 'uploadId=ID'))).toEqual([
    'PUT /portico/our/files/a/small',
    'POST /portico/our/files/a/large?uploads=',
    'PUT /portico/our/files/a/large?partNumber=1&uploadId=ID',
    'PUT /portico/our/files/a/large?partNumber=2&uploadId=ID',
    'PUT /portico/our/files/a/large?partNumber=3&uploadId=ID',
    'POST /portico/our/files/a/large?uploadId=ID',
  ])
})

test.each([
  ['too large', () => streamOf(12 * MB).stream],
  ['broken off', () => streamThatBreaks(12 * MB)],
])('gives the parts back when the upload is %s', async (_why, stream) => {
  const putting = store.put(newFileKey(), stream(), { limit: 11 * MB })

  await expect(putting).rejects.toThrow()
  expect(guard.requests.at(-1)).toMatch(/^DELETE .*uploadId=/)
  expect(await readdir(join(s3.directory, s3.bucket, '._S3rver_uploads'))).toEqual([])
})

test('tries again when the server is busy for a moment', async () => {
  const key = newFileKey()
  guard.refuseNext(2)

  const stored = await store.put(key, new Blob(['again']).stream(), { limit: 10 })

  expect(stored.size).toBe(5)
  expect(guard.requests).toHaveLength(3)
})

test('503 when it stays busy, with the reason for the log only', async () => {
  guard.refuseNext(3)

  await expect(store.put(newFileKey(), new Blob(['x']).stream(), { limit: 10 })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Files cannot be stored or read at the moment',
    details: { log: expect.stringContaining('(503 SlowDown)') },
  })
})

test('lists more files than fit on one page', async () => {
  const direct = await openAt(`s3://S3RVER:S3RVER@${s3.host}/${s3.bucket}/many?scheme=http`)
  const keys = Array.from({ length: 1005 }, (_, index) => `p/${String(index).padStart(4, '0')}`)
  const [first = '', ...others] = keys
  await direct.put(first, new Blob(['x']).stream(), { limit: 1 })
  await repeatObject(join(s3.directory, s3.bucket, 'many'), first, others)

  const listed: string[] = []
  for await (const { key } of direct.list('p/')) listed.push(key)

  expect(listed).toEqual(keys)
})

describe('one clear line', () => {
  test('for a wrong secret', async () => {
    const wrong = await openAt(`s3://${guard.host}/${s3.bucket}?scheme=http`, 'another secret')

    await expect(wrong.check()).rejects.toThrow(/refuses the secret key \(403 SignatureDoesNotMatch\)$/)
  })

  test('for an unknown access key', async () => {
    const wrong = await openAt(`s3://NOBODY:x@${s3.host}/${s3.bucket}?scheme=http`)

    await expect(wrong.check()).rejects.toThrow(/does not know the access key \(403 InvalidAccessKeyId\)$/)
  })

  test('for a bucket that is not there', async () => {
    const wrong = await openAt(`s3://S3RVER:S3RVER@${s3.host}/nothing?scheme=http`)

    await expect(wrong.check()).rejects.toThrow(/has no such bucket \(404 NoSuchBucket\)$/)
    await expect(wrong.get('a/b')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(wrong.remove('a/b')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('for a server that is not there', async () => {
    const wrong = await openAt('s3://S3RVER:S3RVER@127.0.0.1:1/bucket?scheme=http')

    await expect(wrong.check()).rejects.toThrow('http://127.0.0.1:1/bucket/ cannot be reached (')
  })

  test('and never the secret in it', async () => {
    const wrong = await openAt('s3://S3RVER:topsecret@127.0.0.1:1/bucket?scheme=http')

    const error = await wrong.check().catch((error: unknown) => error)

    expect(JSON.stringify([error, String(error), wrong.place])).not.toContain('topsecret')
  })
})

/** Gives an object further names where the server keeps it: a thousand requests would say nothing more. */
async function repeatObject(folder: string, key: string, names: readonly string[]): Promise<void> {
  const home = join(folder, dirname(key))
  const parts = (await readdir(home)).filter(file => file.startsWith(`${basename(key)}._S3rver_`))
  for (const part of parts) {
    const rest = part.slice(basename(key).length)
    await Promise.all(names.map(name => copyFile(join(home, part), join(folder, `${name}${rest}`))))
  }
}

function openAt(location: string, secretAccessKey = SECRET): Promise<FileStore> {
  return openFileStore(location, '/nowhere', { accessKeyId: 'S3RVER', secretAccessKey })
}
