import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { addJob } from '@portico/kit/jobs'
import { DealsApi, FilesApi, OrganizationsApi, PersonsApi, ProductsApi } from 'pipedrive/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { PURGE } from '../records/purge.ts'
import { startTestCrm, type TestCrm, type TestUser } from '../testing/startTestCrm.ts'
import { announcedStore, SWEEP_UPLOADS } from './announcedStore.ts'
import { MAX_FILE_BYTES } from './receiveFile.ts'

let crm: TestCrm
let files: FilesApi

beforeAll(async () => {
  crm = await startTestCrm()
  files = new FilesApi(crm.owner.v1)
})

async function made(path: string, body: object, user = crm.owner): Promise<number> {
  const { status, body: reply } = await user.call('POST', path, body)
  expect(status, JSON.stringify(reply)).toBeLessThan(300)
  return reply.data.id
}

const aDeal = (more: object = {}, user = crm.owner) => made('/v2/deals', { title: 'Deal', ...more }, user)
const aPerson = (more: object = {}, user = crm.owner) => made('/v2/persons', { name: 'Person', ...more }, user)
const anOrganization = (more: object = {}) => made('/v2/organizations', { name: 'Organization', ...more })
const aProduct = (more: object = {}) => made('/v2/products', { name: 'Product', ...more })

interface Sent {
  user?: TestUser
  name?: string
  field?: string
  headers?: Record<string, string>
}

/** Uploads as a browser or curl does. */
async function upload(content: string | Uint8Array, fields: Record<string, unknown> = {}, sent: Sent = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
  form.set(sent.field ?? 'file', blob, sent.name ?? 'offer.txt')
  return send(form, sent)
}

async function send(body: FormData | string, { user = crm.owner, headers = {} }: Sent = {}) {
  const response = await fetch(`${crm.origin}/v1/files`, {
    method: 'POST',
    headers: { 'x-api-token': user.token, ...headers },
    body,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

async function aFile(fields: Record<string, unknown> = {}, user = crm.owner, content = 'Zażółć gęślą jaźń') {
  const { status, body } = await upload(content, fields, { user })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

function download(id: number, user = crm.owner) {
  return fetch(`${crm.origin}/v1/files/${id}/download`, { headers: { 'x-api-token': user.token } })
}

async function keysInStore(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of crm.files.list()) keys.push(key)
  return keys
}

async function run(task: string) {
  await addJob(crm.sql, task, {})
  await allJobsDone()
}

async function allJobsDone() {
  const waiting = async () => (await crm.sql`select count(*)::int as n from graphile_worker.jobs`)[0]?.n
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
}

const idsOf = (list: { id?: number }[] | null | undefined) => (list ?? []).map(file => file.id)

describe('the official client', () => {
  test('uploads a file, reads it back, renames it, downloads it, deletes it', async () => {
    const deal_id = await aDeal({ title: 'With a file' })
    const sent = new File(['Hello, file'], 'hello.txt', { type: 'text/html' })

    const added = await files.addFile({ file: sent, deal_id })
    const id = added.data?.id ?? 0
    const read = await files.getFile({ id })
    const updated = await files.updateFile({ id, name: 'Hello 1/2', description: 'A greeting' })
    const downloaded = await files.downloadFile({ id })

    expect(added.data).toMatchObject({
      user_id: crm.owner.userId,
      deal_id,
      deal_name: 'With a file',
      person_id: null,
      lead_id: null,
      project_id: null,
      file_name: 'hello.txt',
      name: 'hello.txt',
      file_type: 'text',
      file_size: 11,
      description: '',
      active_flag: true,
      inline_flag: false,
      remote_location: null,
      remote_id: null,
      url: `http://portico.test/v1/files/${id}/download`,
      add_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(read).toEqual(added)
    expect(updated.data).toMatchObject({ name: 'Hello 1/2', description: 'A greeting', file_name: 'hello.txt' })
    expect(String(downloaded)).toBe('Hello, file')

    const deleted = await files.deleteFile({ id })
    const gone = await files.getFile({ id })

    expect(deleted.data).toEqual({ id })
    expect(gone.data).toMatchObject({ active_flag: false, name: 'Hello 1/2' })
    expect((await download(id)).status).toBe(410)
    expect(idsOf((await files.getFiles({ sort: 'id DESC' })).data)).not.toContain(id)
  })

  test('lists the files of each kind of record, newest last, by page and by order', async () => {
    const [deal_id, person_id, org_id, product_id] = [
      await aDeal(),
      await aPerson(),
      await anOrganization(),
      await aProduct(),
    ]
    const all = { deal_id, person_id, org_id, product_id }
    const first = await aFile(all, crm.owner, 'long text')
    const second = await aFile(all, crm.owner, 'short')
    const clients = {
      deals: new DealsApi(crm.owner.v1).getDealFiles({ id: deal_id, limit: 1 }),
      persons: new PersonsApi(crm.owner.v1).getPersonFiles({ id: person_id, sort: 'file_size ASC' }),
      organizations: new OrganizationsApi(crm.owner.v1).getOrganizationFiles({ id: org_id, start: 1 }),
      products: new ProductsApi(crm.owner.v1).getProductFiles({ id: product_id, sort: 'update_time desc, id desc' }),
    }

    const ofDeal = await clients.deals
    expect(idsOf(ofDeal.data)).toEqual([first.id])
    expect(ofDeal.additional_data).toMatchObject({ start: 0, limit: 1, more_items_in_collection: true })
    expect(idsOf((await clients.persons).data)).toEqual([second.id, first.id])
    expect(idsOf((await clients.organizations).data)).toEqual([second.id])
    const ofProduct = await clients.products
    expect(ofProduct.data).toHaveLength(2)
    expect(ofProduct.data?.[0]).toMatchObject({ product_id, product_name: 'Product' })
    const everything = await files.getFiles({ limit: 500, sort: 'id desc' })
    expect(idsOf(everything.data).slice(0, 2)).toEqual([second.id, first.id])
    expect(everything.additional_data?.pagination).toMatchObject({ limit: 100, more_items_in_collection: false })
  })

  test('keeps remote files as links', async () => {
    const [deal_id, person_id, org_id] = [await aDeal(), await aPerson(), await anOrganization()]
    const location = { remote_location: 'googledrive' }

    const linked = await files.linkFileToItem({
      item_type: 'deal',
      item_id: deal_id,
      remote_id: '1AbC_d-9',
      ...location,
    })
    const created = await files.addFileAndLinkIt({
      file_type: 'gsheet',
      title: 'Budget',
      item_type: 'person',
      item_id: person_id,
      ...location,
    })

    expect(linked.data).toMatchObject({
      deal_id,
      remote_id: '1AbC_d-9',
      remote_location: 'googledrive',
      name: '1AbC_d-9',
      file_size: 0,
      url: 'https://drive.google.com/open?id=1AbC_d-9',
    })
    expect(created.data).toMatchObject({
      person_id,
      remote_id: null,
      remote_location: 'googledrive',
      file_type: 'gsheet',
      name: 'Budget',
      url: 'https://docs.google.com/spreadsheets/create',
    })
    const ofDeal = await new DealsApi(crm.owner.v1).getDealFiles({ id: deal_id })
    expect(ofDeal.data).toEqual([linked.data])
    const titled = await crm.owner.call('POST', '/v1/files/remoteLink', {
      ...location,
      item_type: 'organization',
      item_id: org_id,
      remote_id: 'xyz',
      title: 'Plan',
      file_type: 'gdoc',
    })
    expect(titled.body.data).toMatchObject({ org_id, name: 'Plan', file_type: 'gdoc' })

    const id = created.data?.id ?? 0
    const filled = await crm.owner.call('PUT', `/v1/files/${id}`, { remote_id: 'made_at_google' })
    expect(filled.body.data.url).toBe('https://drive.google.com/open?id=made_at_google')
    expect((await download(id)).status).toBe(409)
  })
})

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
    await files.updateFile({ id, name: 'Offer 3/4\u202e' })

    const response = await download(id)

    expect(response.headers.get('content-disposition')).toContain(`filename="Offer 3_4.txt"`)
    expect((await files.getFile({ id })).data?.name).toBe('Offer 3/4')
    await response.body?.cancel()
  })

  test('of two uploads at once stay apart, and both are counted', async () => {
    const deal = await aDeal()
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

      expect(announced).toMatchObject({ status: 413, body: { success: false, limit: expect.any(Number) } })
      expect(streamed).toMatchObject({ status: 413, body: { field: 'file', limit: MAX_FILE_BYTES } })
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
    const theirs = await aDeal({}, stranger)
    const deleted = await aPerson()
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
    const deal_id = await aDeal()
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
    const deal_id = await aDeal()
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
    const deal_id = await aDeal()

    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => upload('same', { deal_id }, keyed('race'))))

    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}/files`)).body.data).toHaveLength(1)
    await allJobsDone()
    expect(await crm.sql`select * from crm.upload`).toEqual([])
  })
})

describe('who sees a file', () => {
  async function everyWay(user: TestUser, id: number) {
    return [
      (await user.call('GET', `/v1/files/${id}`)).status,
      (await download(id, user)).status,
      (await user.call('PUT', `/v1/files/${id}`, { name: 'Mine now' })).status,
      (await user.call('DELETE', `/v1/files/${id}`)).status,
    ]
  }
  const listed = async (user: TestUser) => idsOf((await user.call('GET', '/v1/files?sort=id%20desc')).body.data)

  test('another company: nobody there', async () => {
    const stranger = await crm.company()
    const { id, deal_id } = await aFile({ deal_id: await aDeal() })

    expect(await everyWay(stranger, id)).toEqual([404, 404, 404, 404])
    expect(await listed(stranger)).toEqual([])
    expect((await stranger.call('GET', `/v1/deals/${deal_id}/files`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/files/${id}`)).body.data).toMatchObject({ active_flag: true })
  })

  test('a colleague: those of records they see, none of others', async () => {
    const colleague = await crm.colleague(crm.owner)
    const [hidden, shown] = [await aDeal({ visible_to: 1 }), await aDeal({ visible_to: 7 })]
    const [secret, open] = [await aFile({ deal_id: hidden }), await aFile({ deal_id: shown })]

    expect(await everyWay(colleague, secret.id)).toEqual([404, 404, 404, 404])
    expect((await colleague.call('GET', `/v1/deals/${hidden}/files`)).status).toBe(404)
    expect(await upload('x', { deal_id: hidden }, { user: colleague })).toMatchObject({
      status: 400,
      body: { field: 'deal_id' },
    })
    const list = await listed(colleague)
    expect(list).toContain(open.id)
    expect(list).not.toContain(secret.id)
    expect(await (await download(open.id, colleague)).text()).toBe('Zażółć gęślą jaźń')
  })

  test('a file on two records: who sees both', async () => {
    const colleague = await crm.colleague(crm.owner)
    const person_id = await aPerson({ visible_to: 7 })
    const both = await aFile({ person_id, deal_id: await aDeal({ visible_to: 1 }) })
    const one = await aFile({ person_id })

    const list = await colleague.call('GET', `/v1/persons/${person_id}/files`)
    const flow = await colleague.call('GET', `/v1/persons/${person_id}/flow?items=file`)

    expect(idsOf(list.body.data)).toEqual([one.id])
    expect(flow.body.data.map((entry: { data: { id: number } }) => entry.data.id)).toEqual([one.id])
    expect((await colleague.call('GET', `/v1/files/${both.id}`)).status).toBe(404)
  })

  test('a file on an activity or a lead: who sees those', async () => {
    const colleague = await crm.colleague(crm.owner)
    const person_id = await aPerson({ visible_to: 7 })
    const hidden = await aDeal({ visible_to: 1 })
    const [secret, open] = [
      await made('/v2/activities', { subject: 'Secret', deal_id: hidden }),
      await made('/v2/activities', { subject: 'Open' }),
    ]
    const lead = await made('/v1/leads', { title: 'Lead', person_id, visible_to: '1' })
    const onSecret = await aFile({ activity_id: secret })
    const onOpen = await aFile({ activity_id: open })
    const onLead = await aFile({ lead_id: lead })

    expect(onLead).toMatchObject({ lead_id: lead, lead_name: 'Lead' })
    expect((await colleague.call('GET', `/v1/files/${onSecret.id}`)).status).toBe(404)
    expect((await colleague.call('GET', `/v1/files/${onLead.id}`)).status).toBe(404)
    expect((await colleague.call('GET', `/v1/files/${onOpen.id}`)).status).toBe(200)
  })

  test('a file on nothing: who brought it, and admins', async () => {
    const [one, other] = [await crm.colleague(crm.owner), await crm.colleague(crm.owner)]
    const mine = await aFile({}, one)

    expect(await listed(one)).toContain(mine.id)
    expect(await everyWay(other, mine.id)).toEqual([404, 404, 404, 404])
    expect(await listed(other)).not.toContain(mine.id)
    expect((await crm.owner.call('GET', `/v1/files/${mine.id}`)).status).toBe(200)
  })

  test('remote links only to records one sees', async () => {
    const colleague = await crm.colleague(crm.owner)
    const link = {
      item_type: 'deal',
      item_id: await aDeal({ visible_to: 1 }),
      remote_id: 'abc',
      remote_location: 'googledrive',
    }

    expect(await colleague.call('POST', '/v1/files/remoteLink', link)).toMatchObject({
      status: 400,
      body: { field: 'item_id' },
    })
    const refused = [
      ['remote_id', 'https://evil.example/x'],
      ['remote_id', ''],
      ['remote_location', 'dropbox'],
      ['item_type', 'product'],
    ] as const
    for (const [field, value] of refused)
      expect(await crm.owner.call('POST', '/v1/files/remoteLink', { ...link, [field]: value })).toMatchObject({
        status: 400,
        body: { field },
      })
  })
})

describe('the life of a file', () => {
  test('is in the change log and in the flow of its records', async () => {
    const [deal_id, person_id, org_id] = [await aDeal(), await aPerson(), await anOrganization()]
    const { id } = await aFile({ deal_id, person_id, org_id })
    await files.updateFile({ id, name: 'Renamed' })

    for (const path of [`deals/${deal_id}`, `persons/${person_id}`, `organizations/${org_id}`]) {
      const flow = (await crm.owner.call('GET', `/v1/${path}/flow`)).body
      const entry = flow.data.find(({ object }: { object: string }) => object === 'file')
      expect(entry).toMatchObject({ object: 'file', data: { id, deal_id, person_id, org_id, name: 'Renamed' } })
      expect(entry.timestamp).toBe(entry.data.add_time)
    }
    await files.deleteFile({ id })
    const after = (await crm.owner.call('GET', `/v1/deals/${deal_id}/flow?items=file`)).body
    const log = await crm.sql`
      select action, before, actor_id from crm.change where entity = 'file' and entity_id = ${String(id)} order by seq`

    expect(after.data).toBeNull()
    expect(log).toMatchObject([
      { action: 'added', before: null, actor_id: crm.owner.userId },
      { action: 'updated', before: { name: 'offer.txt' } },
      { action: 'deleted', before: { is_deleted: false } },
    ])
  })

  test('412 instead of a lost update, 410 after deletion, and active_flag brings it back', async () => {
    const { id } = await aFile()
    const { headers } = await crm.owner.call('GET', `/v1/files/${id}`)
    const match = { 'if-match': headers.get('etag') ?? '' }

    const first = await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'First' }, match)
    const second = await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'Second' }, match)
    await files.deleteFile({ id })
    const again = await crm.owner.call('DELETE', `/v1/files/${id}`)
    const gone = await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'Third' })
    const back = await crm.owner.call('PUT', `/v1/files/${id}`, { active_flag: true })

    expect([first.status, second.status, again.status, gone.status, back.status]).toEqual([200, 412, 200, 410, 200])
    expect(back.body.data).toMatchObject({ name: 'First', active_flag: true })
    expect((await download(id)).status).toBe(200)
  })

  test('a form says the same as JSON, and a name nobody can see is refused', async () => {
    const { id } = await aFile()

    const form = await crm.owner.call('PUT', `/v1/files/${id}`, 'name=From+a+form&description=', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    const unseen = await crm.owner.call('PUT', `/v1/files/${id}`, { name: '\u202e \t' })
    const local = await crm.owner.call('PUT', `/v1/files/${id}`, { remote_id: 'abc' })
    const nothing = await crm.owner.call('PUT', `/v1/files/${id}`, {})

    expect(form.body.data).toMatchObject({ name: 'From a form', description: '' })
    expect(unseen).toMatchObject({ status: 400, body: { field: 'name' } })
    expect(local).toMatchObject({ status: 400, body: { field: 'remote_id' } })
    expect(nothing.body.data).toEqual(form.body.data)
  })

  test('400 for an order nobody knows, null for an empty list', async () => {
    const deal = await aDeal()

    expect(await crm.owner.call('GET', '/v1/files?sort=file_key')).toMatchObject({
      status: 400,
      body: { field: 'sort' },
    })
    expect((await crm.owner.call('GET', `/v1/deals/${deal}/files`)).body).toMatchObject({ success: true, data: null })
  })
})

describe('files_count', () => {
  async function counts(at: { deal_id: number; person_id: number; org_id: number; product_id: number }) {
    const v1 = async (path: string) => (await crm.owner.call('GET', `/v1/${path}`)).body.data
    const v2 = async (path: string) =>
      (await crm.owner.call('GET', `/v2/${path}?include_fields=files_count`)).body.data.files_count
    const inLists = (await v1(`persons?sort=id%20desc`)).find(({ id }: { id: number }) => id === at.person_id)
    return [
      (await v1(`deals/${at.deal_id}`)).files_count,
      (await v1(`persons/${at.person_id}`)).files_count,
      (await v1(`organizations/${at.org_id}`)).files_count,
      (await v1(`products/${at.product_id}`)).files_count,
      await v2(`deals/${at.deal_id}`),
      await v2(`persons/${at.person_id}`),
      await v2(`organizations/${at.org_id}`),
      inLists.files_count,
    ]
  }

  test('follows files as they come, go and return, in every version', async () => {
    const at = {
      deal_id: await aDeal(),
      person_id: await aPerson(),
      org_id: await anOrganization(),
      product_id: await aProduct(),
    }
    const { version } = (await crm.sql`select version from crm.deal where id = ${at.deal_id}`)[0] ?? {}

    const { id } = await aFile(at)
    await aFile(at)
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
    await files.deleteFile({ id })
    expect(await counts(at)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
    await crm.owner.call('PUT', `/v1/files/${id}`, { active_flag: true })
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])

    expect((await crm.sql`select version from crm.deal where id = ${at.deal_id}`)[0]).toEqual({ version })
  })

  test('moves with a merge, as the files do', async () => {
    const [deal, person, organization] = [await aDeal(), await aPerson(), await anOrganization()]
    const [deal_id, person_id, org_id] = [await aDeal(), await aPerson(), await anOrganization()]
    const product_id = await aProduct()
    const at = { deal_id, person_id, org_id, product_id }
    const old = await aFile({ deal_id: deal, person_id: person, org_id: organization, product_id })
    await aFile(at)

    await crm.owner.call('PUT', `/v1/deals/${deal}/merge`, { merge_with_id: deal_id })
    await crm.owner.call('PUT', `/v1/persons/${person}/merge`, { merge_with_id: person_id })
    await crm.owner.call('PUT', `/v1/organizations/${organization}/merge`, { merge_with_id: org_id })

    expect((await crm.owner.call('GET', `/v1/files/${old.id}`)).body.data).toMatchObject(at)
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
    expect(await crm.sql`select files_count from crm.deal where id = ${deal}`).toEqual([{ files_count: 0 }])
  })

  test('a lead takes its files along when it becomes a deal', async () => {
    const lead = await made('/v1/leads', { title: 'Lead', person_id: await aPerson() })
    const { id } = await aFile({ lead_id: lead })

    const { body } = await crm.owner.call('POST', `/v2/leads/${lead}/convert/deal`, {})
    await allJobsDone()
    const converted = await crm.owner.call('GET', `/v2/leads/${lead}/convert/status/${body.data.conversion_id}`)
    const { deal_id } = converted.body.data

    expect((await files.getFile({ id })).data).toMatchObject({ lead_id: null, deal_id })
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}`)).body.data.files_count).toBe(1)
  })
})

describe('the purge', () => {
  const deletedDaysAgo = (table: string, id: number, days: number) =>
    crm.sql`update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - make_interval(days => ${days}) where id = ${id}`

  async function keyOf(id: number): Promise<string> {
    return (await crm.sql`select file_key from crm.file where id = ${id}`)[0]?.file_key
  }

  test('removes deleted files and their bytes after 30 days, and not a day earlier', async () => {
    const [old, young] = [await aFile({ deal_id: await aDeal() }), await aFile()]
    const [oldKey, youngKey] = [await keyOf(old.id), await keyOf(young.id)]
    await deletedDaysAgo('file', old.id, 31)
    await deletedDaysAgo('file', young.id, 29)

    await run(PURGE)

    expect((await crm.owner.call('GET', `/v1/files/${old.id}`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/files/${young.id}`)).status).toBe(200)
    const keys = await keysInStore()
    expect(keys).not.toContain(oldKey)
    expect(keys).toContain(youngKey)
    expect(
      await crm.sql`select action, before, after from crm.change where entity = 'file' and entity_id = ${String(old.id)} order by seq`,
    ).toEqual([
      { action: 'added', before: null, after: null },
      { action: 'purged', before: null, after: null },
    ])
  })

  test('of a record takes the files that hang on it alone, others let go of it', async () => {
    const [deal_id, person_id] = [await aDeal(), await aPerson()]
    const [alone, shared] = [await aFile({ deal_id }), await aFile({ deal_id, person_id })]
    const [aloneKey, sharedKey] = [await keyOf(alone.id), await keyOf(shared.id)]
    const remote = await files.linkFileToItem({
      item_type: 'deal',
      item_id: deal_id,
      remote_id: 'abc',
      remote_location: 'googledrive',
    })
    await deletedDaysAgo('deal', deal_id, 31)

    await run(PURGE)

    expect((await crm.owner.call('GET', `/v1/files/${alone.id}`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/files/${remote.data?.id}`)).status).toBe(404)
    expect((await files.getFile({ id: shared.id })).data).toMatchObject({ deal_id: null, person_id })
    const keys = await keysInStore()
    expect(keys).not.toContain(aloneKey)
    expect(keys).toContain(sharedKey)
  })

  test.each([
    'activity',
    'lead',
    'product',
    'person',
    'organization',
  ] as const)('takes the files of a %s', async kind => {
    const person_id = await aPerson()
    const ids = {
      activity: () => made('/v2/activities', { subject: 'Call' }),
      lead: () => made('/v1/leads', { title: 'Lead', person_id }),
      product: () => aProduct(),
      person: () => aPerson(),
      organization: () => anOrganization(),
    }
    const id = await ids[kind]()
    const file = await aFile({ [kind === 'organization' ? 'org_id' : `${kind}_id`]: id })
    await deletedDaysAgo(kind, id, 31)

    await run(PURGE)

    expect((await crm.owner.call('GET', `/v1/files/${file.id}`)).status).toBe(404)
  })
})
