import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { aDeal, aPerson } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { announcedStore, SWEEP_UPLOADS } from '../announcedStore.ts'
import { MAX_FILE_BYTES } from '../receiveFile.ts'

const crm = await startTestCrm()
const { send, upload, aFile, download, keysInStore, allJobsDone, run } = fileCalls(crm)

describe('the bytes', () => {
  test('come back as they were sent, with a name to save them under, and never run', async () => {
    const bytes = randomBytes(300_000)
    const { body } = await upload(bytes, {}, { name: 'noise.bin' })

    const response = await download(body.data.id)

    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '300000',
      'content-disposition': `attachment; filename="noise.bin"; filename*=UTF-8''noise.bin`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
  })

  test('HEAD tells about them alone', async () => {
    const { id } = await aFile()

    const response = await fetch(`${crm.origin}/v1/files/${id}/download`, {
      method: 'HEAD',
      headers: { 'x-api-token': crm.owner.token },
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength('Zażółć gęślą jaźń')))
    expect(await response.text()).toBe('')
  })

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'x.html', 'text/plain; charset=utf-8', 'text'],
    ['a drawing', '<svg onload="alert(1)">', 'x.svg', 'text/plain; charset=utf-8', 'text'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'x.txt', 'image/png', 'img'],
    ['a document', '%PDF-1.7 …', 'x', 'application/pdf', 'pdf'],
    ['nothing', '', 'empty', 'application/octet-stream', 'file'],
  ])('are what they are, not what their name says: %s', async (_, content, name, type, kind) => {
    const { body } = await upload(content, {}, { name })

    expect(body.data).toMatchObject({ file_type: kind, file_name: name, file_size: Buffer.byteLength(content) })
    const response = await download(body.data.id)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toContain('attachment')
    await response.body?.cancel()
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\evil\\run.exe', 'run.exe'],
    // fetch writes quotes into forms like this, as browsers do.
    ['a"; filename="b.html', 'a%22; filename=%22b.html'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['zażółć 見積 😀.pdf', 'zażółć 見積 😀.pdf'],
    ['.htaccess', 'htaccess'],
    ["'; drop table crm.file; --.txt", "'; drop table crm.file; --.txt"],
    [`${'x'.repeat(500)}.txt`, `${'x'.repeat(196)}.txt`],
  ])('keep a hostile name out: %j', async (name, kept) => {
    const { status, body } = await upload('x', {}, { name })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: kept, file_name: kept })
    const response = await download(body.data.id)
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(kept).replace(/['()*!]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    )
    expect(await response.text()).toBe('x')
  })

  test('are saved under the new name with the old ending', async () => {
    const { id } = await aFile()
    await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'Offer 3/4\u202e' })

    const response = await download(id)

    expect(response.headers.get('content-disposition')).toContain(`filename="Offer 3_4.txt"`)
    expect((await crm.owner.call('GET', `/v1/files/${id}`)).body.data.name).toBe('Offer 3/4')
    await response.body?.cancel()
  })

  test('of two uploads at once stay apart, and both are counted', async () => {
    const { id: deal } = await aDeal(crm.owner)
    const contents = Array.from({ length: 8 }, (_, n) => randomBytes(200_000 + n))

    const sent = await Promise.all(contents.map(content => upload(content, { deal_id: deal })))

    expect(sent.map(reply => reply.status)).toEqual(contents.map(() => 200))
    for (const [at, { body }] of sent.entries()) {
      const bytes = Buffer.from(await (await download(body.data.id)).arrayBuffer())
      expect(digest(bytes)).toBe(digest(contents[at] ?? Buffer.alloc(0)))
    }
    expect((await crm.owner.call('GET', `/v1/deals/${deal}`)).body.data.files_count).toBe(8)
  })

  test('that the store has lost are a 503, not an empty file', async () => {
    const { id } = await aFile()
    const [row] = await crm.sql`select file_key from crm.file where id = ${id}`
    await crm.files.remove(row?.file_key)

    const response = await download(id)

    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ success: false, errorCode: 503 })
  })
})

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describe('an upload that is refused leaves nothing', () => {
  async function leavesNothing(work: () => Promise<void>) {
    await allJobsDone()
    const before = { keys: await keysInStore(), files: await crm.sql`select count(*) from crm.file` }
    await work()
    await allJobsDone()
    expect(await keysInStore()).toEqual(before.keys)
    expect(await crm.sql`select count(*) from crm.file`).toEqual(before.files)
    expect(await crm.sql`select * from crm.upload`).toEqual([])
  }

  test('400 naming file when there is none, or text, or a file under another name', async () => {
    await leavesNothing(async () => {
      const empty = new FormData()
      empty.set('deal_id', '1')
      const text = new FormData()
      text.set('file', '/home/me/offer.pdf')

      const replies = [await send(empty), await send(text), await upload('x', {}, { field: 'data' })]

      expect(replies.map(({ status, body }) => [status, body.field, body.error])).toEqual([
        [400, 'file', 'file is required'],
        [400, 'file', 'file must be a file: this form has text in its place'],
        [400, 'file', 'Send the file in the form field file, not data'],
      ])
    })
  })

  test('fields and files named like what every object has are fields like any other', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__']

    expect(await upload('x', Object.fromEntries(names.map(name => [name, '1'])))).toMatchObject({ status: 200 })
    for (const field of ['constructor', '__proto__', 'valueOf'])
      expect(await upload('x', {}, { field })).toMatchObject({ status: 400, body: { field: 'file' } })
  })

  test('415 naming file when the body is no form with files', async () => {
    const json = await send('{"file":"x"}', { headers: { 'content-type': 'application/json' } })
    const nothing = await crm.owner.call('POST', '/v1/files')

    expect(json).toMatchObject({ status: 415, body: { field: 'file' } })
    expect(nothing).toMatchObject({ status: 415, body: { field: 'file' } })
  })

  test('413 naming file when it is too large, at once when it says so, at the limit when it does not', async () => {
    await leavesNothing(async () => {
      const announced = await upload(new Uint8Array(MAX_FILE_BYTES + 2_000_000))
      const streamed = await sendChunked(MAX_FILE_BYTES + 1)

      const tooLarge = { status: 413, body: { success: false, field: 'file', limit: MAX_FILE_BYTES } }
      expect(announced).toMatchObject(tooLarge)
      expect(streamed).toMatchObject(tooLarge)
    })
  })

  test.each([
    ['deal_id', '0'],
    ['deal_id', 'abc'],
    ['person_id', '99999999'],
    ['org_id', '1.5'],
    ['product_id', '99999999'],
    ['activity_id', '99999999'],
    ['lead_id', 'not-a-uuid'],
    ['lead_id', '0190a0a0-0000-7000-8000-000000000000'],
    ['project_id', '1'],
  ])('400 naming %s when it is %s', async (field, value) => {
    await leavesNothing(async () => {
      const { status, body } = await upload('x', { [field]: value })

      expect([status, body.field]).toEqual([400, field])
    })
  })

  test('400 for a deleted record and for one of another company', async () => {
    const stranger = await crm.company()
    const { id: theirs } = await aDeal(stranger)
    const { id: deleted } = await aPerson(crm.owner)
    await crm.owner.call('DELETE', `/v2/persons/${deleted}`)

    await leavesNothing(async () => {
      expect(await upload('x', { deal_id: theirs })).toMatchObject({ status: 400, body: { field: 'deal_id' } })
      expect(await upload('x', { person_id: deleted })).toMatchObject({ status: 400, body: { field: 'person_id' } })
    })
  })

  test('403 without the scope', async () => {
    const reader = await crm.colleague(crm.owner, { scopes: ['deals:read'] })

    expect((await upload('x', {}, { user: reader })).status).toBe(403)
  })

  test('when the sender goes away half way', async () => {
    await leavesNothing(async () => {
      await sendHalf()
      const pending = async () => (await crm.sql`select count(*)::int as n from crm.upload`)[0]?.n
      await expect.poll(pending, { timeout: 5_000 }).toBe(0)
    })
  })

  test('fields nobody knows and empty ones are not looked at', async () => {
    const { status, body } = await upload('x', { file_type: 'img', deal_id: '', person_id: ' ' })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({ deal_id: null, person_id: null, file_type: 'text' })
  })
})

const HEAD =
  '--limit\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\nContent-Type: application/octet-stream\r\n\r\n'

function openUpload() {
  return request(`${crm.origin}/v1/files`, {
    method: 'POST',
    headers: { 'x-api-token': crm.owner.token, 'content-type': 'multipart/form-data; boundary=limit' },
  })
}

/** An upload that does not say how long it is. */
async function sendChunked(size: number): Promise<{ status: number | undefined; body: unknown }> {
  const sending = openUpload()
  const answered = new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async response => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) })
    })
  })
  sending.write(HEAD)
  const piece = Buffer.alloc(1_000_000)
  for (let left = size; left > 0; left -= piece.length) {
    const more = sending.write(piece.subarray(0, left))
    if (!more) await new Promise(resolve => sending.once('drain', resolve))
  }
  sending.end('\r\n--limit--\r\n')
  return answered
}

async function sendHalf(): Promise<void> {
  const sending = openUpload()
  sending.on('error', () => {})
  sending.write(HEAD)
  sending.write(Buffer.alloc(500_000))
  const begun = async () => (await crm.sql`select count(*)::int as n from crm.upload`)[0]?.n
  await expect.poll(begun, { timeout: 5_000 }).toBe(1)
  sending.destroy()
}

describe('a process that dies between the bytes and the record', () => {
  /** What such a process leaves: the bytes, and the note of them. */
  async function leftover(hours: number) {
    const key = `zz/${randomBytes(16).toString('hex')}`
    const dying = { actor: { companyId: crm.owner.companyId }, services: { database: crm.database, files: crm.files } }
    await announcedStore(dying as never).put(key, new Blob(['lost']).stream(), { limit: 10 })
    await crm.sql`update crm.upload set add_time = now() - make_interval(hours => ${hours}) where file_key = ${key}`
    return key
  }

  test('leaves bytes that are swept after a day, and not while an upload may still go on', async () => {
    const old = await leftover(25)
    const young = await leftover(23)
    const kept = await aFile()

    await run(SWEEP_UPLOADS)

    const keys = await keysInStore()
    expect(keys).not.toContain(old)
    expect(keys).toContain(young)
    expect((await download(kept.id)).status).toBe(200)
    expect(await crm.sql`select file_key from crm.upload`).toEqual([{ file_key: young }])
    await crm.sql`delete from crm.upload`
    await crm.files.remove(young)
  })

  test('408 for an upload that was swept while it went on, and nothing of it stays', async () => {
    const sending = openUpload()
    const status = new Promise(resolve => sending.on('response', response => resolve(response.resume().statusCode)))
    sending.write(HEAD)
    sending.write(Buffer.alloc(100_000))
    const begun = () => crm.sql`select file_key from crm.upload`
    await expect.poll(begun, { timeout: 5_000 }).toHaveLength(1)
    const [upload] = await begun()
    await crm.sql`update crm.upload set add_time = now() - interval '2 days'`
    await run(SWEEP_UPLOADS)

    sending.end('\r\n--limit--\r\n')

    expect(await status).toBe(408)
    expect(await crm.sql`select from crm.file where file_key = ${upload?.file_key}`).toHaveLength(0)
    expect(await keysInStore()).not.toContain(upload?.file_key)
  })
})

describe('Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('the same key and bytes get the first answer, and the bytes are kept once', async () => {
    const { id: deal_id } = await aDeal(crm.owner)
    const first = await upload('once', { deal_id }, keyed('upload'))
    await allJobsDone()
    const keys = await keysInStore()

    const second = await upload('once', { deal_id }, keyed('upload'))
    await allJobsDone()

    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await keysInStore()).toEqual(keys)
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}`)).body.data.files_count).toBe(1)
    expect(await (await download(first.body.data.id)).text()).toBe('once')
  })

  test('409 for the same key with other bytes, another name or another record', async () => {
    const { id: deal_id } = await aDeal(crm.owner)
    await upload('one', { deal_id }, keyed('mistake'))

    const replies = [
      await upload('two', { deal_id }, keyed('mistake')),
      await upload('one', {}, keyed('mistake')),
      await upload('one', { deal_id }, { ...keyed('mistake'), name: 'other.txt' }),
    ]

    expect(replies.map(({ status, body }) => [status, body.field])).toEqual(replies.map(() => [409, 'idempotency-key']))
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}/files`)).body.data).toHaveLength(1)
  })

  test('five at once with one key make one file', async () => {
    const { id: deal_id } = await aDeal(crm.owner)

    const replies = await heldBack(crm, 'lock table crm.file in share mode', () =>
      [1, 2, 3, 4, 5].map(() => upload('same', { deal_id }, keyed('race'))),
    )

    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}/files`)).body.data).toHaveLength(1)
    await allJobsDone()
    expect(await crm.sql`select * from crm.upload`).toEqual([])
  })
})
