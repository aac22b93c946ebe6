import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failure } from '../api/failure.ts'
import type { FileStore } from './fileStore.ts'
import { readUpload, type UploadOptions } from './readUpload.ts'
import { bytesOf } from './testing/streams.ts'
import { part, uploadStore } from './testing/uploads.ts'

const here = uploadStore()
const { limits, storedKeys } = here

test('gives the fields and the files, with the type of their bytes', async () => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('deal_id', '7')
  form.set('note', 'Zażółć\r\ngęślą')
  form.append('file', new File([png], '../../photo ż.png', { type: 'text/html' }))
  form.append('file', new File(['<script>'], 'page.html', { type: 'text/html' }))

  const { fields, files } = await readUpload(requestOf(form), limits())

  expect(fields).toEqual({ deal_id: '7', note: 'Zażółć\r\ngęślą' })
  expect(files).toMatchObject([
    { field: 'file', name: 'photo ż.png', type: 'image/png', size: png.length },
    { field: 'file', name: 'page.html', type: 'text/plain', size: 8 },
  ])
  const found = await here.store.get(files[0]?.key ?? '')
  expect(found && (await bytesOf(found.stream))).toEqual(png)
})

test('a form without files, and one with an input left empty', async () => {
  const empty = part('name="file"; filename=""\r\nContent-Type: application/octet-stream', '')

  expect(await readUpload(multipart(part('name="a"', 'b')), limits())).toEqual({
    fields: { a: 'b' },
    files: [],
    refused: [],
  })
  expect(await readUpload(multipart(empty), limits())).toEqual({ fields: {}, files: [], refused: [] })
  expect(await storedKeys()).toEqual([])
})

test('an empty file with a name is a file', async () => {
  const { files } = await readUpload(multipart(part('name="file"; filename="empty.txt"', '')), limits())

  expect(files).toMatchObject([{ name: 'empty.txt', size: 0 }])
})

test('a name in the coding of RFC 5987 is understood', async () => {
  const disposition = `name="file"; filename="za_.txt"; filename*=UTF-8''za%C5%BC.txt`

  const { files } = await readUpload(multipart(part(disposition, 'x')), limits())

  expect(files[0]?.name).toBe('zaż.txt')
})

test('400 for a part without a readable head, and nothing waits for a file behind it that the next piece ends', async () => {
  const pieces = [
    part('name="\0"', 'x') + part('name="file"; filename="behind.txt"', 'y').slice(0, -2),
    '\r\n--BOUND--\r\n',
  ]
  const body = ReadableStream.from(pieces.map(piece => Buffer.from(piece)))

  await expect(readUpload(requestWith(body), limits())).rejects.toThrow('cut off or malformed')
  expect(await storedKeys()).toEqual([])
})

test('a field of the name __proto__ is just a field', async () => {
  const { fields } = await readUpload(multipart(part('name="__proto__"', 'x')), limits())

  expect(Object.entries(fields)).toEqual([['__proto__', 'x']])
})

test('takes fields and files of exactly the limit', async () => {
  const body = part('name="a"', 'x'.repeat(100)) + part('name="file"; filename="f"', 'y'.repeat(100_000))

  const { fields, files } = await readUpload(multipart(body), limits())

  expect(fields.a).toHaveLength(100)
  expect(files[0]?.size).toBe(100_000)
})

describe('refuses and keeps nothing', () => {
  const file = part('name="file"; filename="f"', 'stored first')

  test.each<[string, string, Partial<UploadOptions>, { code: string; field?: string }]>([
    [
      'a file over the limit',
      part('name="big"; filename="f"', 'y'.repeat(100_001)),
      {},
      { code: 'too_large', field: 'big' },
    ],
    ['a field over the limit', part('name="a"', 'x'.repeat(101)), {}, { code: 'too_large', field: 'a' }],
    ['one file too many', file + file + file, {}, { code: 'invalid' }],
    ['one field too many', part('name="a"', '1') + part('name="b"', '2'), { maxFields: 1 }, { code: 'invalid' }],
    ['a field sent twice', part('name="a"', '1') + part('name="a"', '2'), {}, { code: 'invalid', field: 'a' }],
    ['a field that is not expected', part('name="a"', '1'), { allowFields: ['file'] }, { code: 'invalid', field: 'a' }],
    [
      'a file that is not expected',
      part('name="b"; filename="f"', '1'),
      { allowFields: ['file'] },
      { code: 'invalid', field: 'b' },
    ],
    ['a part without a name', part('x="y"', '1'), {}, { code: 'invalid' }],
    ['a file without a name', part('filename="f"', '1'), {}, { code: 'invalid' }],
    ['more parts than fields and files', '--BOUND\r\nX: y\r\n\r\n\r\n'.repeat(100), {}, { code: 'invalid' }],
    ['a malformed part', '--BOUND\r\nno header\r\n\r\nx\r\n', {}, { code: 'invalid' }],
  ])('%s', async (_what, body, options, { code, field }) => {
    const reading = readUpload(multipart(file + body), limits(options))

    await expect(reading).rejects.toMatchObject({ code, details: field ? { field } : {} })
    expect(await storedKeys()).toEqual([])
  })

  test.each([
    ['in the middle of a file', `${file}${part('name="file"; filename="g"', 'half')}`.slice(0, -4)],
    ['in the head of a part', `${file}--BOUND\r\nContent-Dispo`],
    ['in the middle of a field', `${file}--BOUND\r\nContent-Disposition: form-data; name="a"\r\n\r\nhal`],
    ['before the closing boundary', file],
    ['before it began', ''],
  ])('a body cut off %s', async (_where, body) => {
    const reading = readUpload(requestWith(body), limits())

    await expect(reading).rejects.toMatchObject({ code: 'invalid', status: 400 })
    expect(await storedKeys()).toEqual([])
  })

  test('a body that breaks on the way', async () => {
    const sent = [Buffer.from(file), Buffer.from(part('name="file"; filename="g"', 'half')).subarray(0, -8)]
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = sent.shift()
        if (chunk) controller.enqueue(chunk)
        else controller.error(new Error('socket hang up'))
      },
    })

    await expect(readUpload(requestWith(stream), limits())).rejects.toMatchObject({ code: 'invalid' })
    expect(await storedKeys()).toEqual([])
  })

  test('what goes on for ever after the closing boundary', async () => {
    const endless = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(Buffer.from(`${file}--BOUND--\r\n`)),
      pull: controller => controller.enqueue(new Uint8Array(64 * 1024)),
    })

    await expect(readUpload(requestWith(endless), limits())).rejects.toMatchObject({ code: 'too_large' })
    expect(await storedKeys()).toEqual([])
  })

  test.each([
    ['multipart/form-data', 'invalid', 400],
    ['multipart/form-data; boundary=', 'invalid', 400],
    ['application/json', 'unsupported', 415],
    ['multipart/mixed; boundary=BOUND', 'unsupported', 415],
    ['', 'unsupported', 415],
  ])('the content type %j', async (type, code, status) => {
    await expect(readUpload(requestWith('x', type), limits())).rejects.toMatchObject({ code, status })
  })

  test('a request without a body', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=BOUND' }

    const reading = readUpload(new Request('http://localhost/', { method: 'POST', headers }), limits())

    await expect(reading).rejects.toMatchObject({ code: 'invalid' })
  })

  test('everything, when the store fails at the second file', async () => {
    let puts = 0
    const failing: FileStore = {
      ...here.store,
      async put(key, stream, options) {
        const stored = await here.store.put(key, stream, options)
        if (++puts === 2) throw failure('unavailable', 'Files cannot be stored or read at the moment')
        return stored
      },
    }

    await expect(readUpload(multipart(file + file), limits({ store: failing }))).rejects.toMatchObject({ status: 503 })
    expect(await storedKeys()).toEqual([])
  })

  test('a whole form that could not be stored is not said to be cut off, whatever the store says', async () => {
    const lost = Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })
    for (const begun of [false, true]) {
      const failing: FileStore = {
        ...here.store,
        async put(key, stream, options) {
          if (begun) await here.store.put(key, stream, options)
          throw lost
        },
      }

      await expect(readUpload(multipart(file), limits({ store: failing }))).rejects.toBe(lost)
    }
  })
})

function requestOf(form: FormData): Request {
  return new Request('http://localhost/', { method: 'POST', body: form })
}

function multipart(parts: string): Request {
  return requestWith(`${parts}--BOUND--\r\n`)
}

function requestWith(body: string | ReadableStream, type = 'multipart/form-data; boundary=BOUND'): Request {
  const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' as const }
  return new Request('http://localhost/', init)
}
