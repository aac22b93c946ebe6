import { randomBytes } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { aDeal, aPerson } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { announcedStore, SWEEP_UPLOADS } from '../announcedStore.ts'
import { MAX_FILE_BYTES } from '../receiveFile.ts'

const crm = await startTestCrm()
const { send, upload, aFile, download, keysInStore, allJobsDone, run } = fileCalls(crm)

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
      const announced = await announce(MAX_FILE_BYTES + 2_000_000)
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
      await expect.poll(pending).toBe(0)
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

function openUpload(headers: Record<string, string> = {}) {
  return request(`${crm.origin}/v1/files`, {
    method: 'POST',
    headers: { 'x-api-token': crm.owner.token, 'content-type': 'multipart/form-data; boundary=limit', ...headers },
  })
}

interface Answer {
  status: number | undefined
  body: unknown
}

function answerTo(sending: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async response => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) })
    })
  })
}

/** An upload that says how long it is and waits for an answer with all but its beginning. */
async function announce(size: number): Promise<Answer> {
  const sending = openUpload({ 'content-length': String(size) })
  const answered = answerTo(sending)
  sending.write(HEAD)
  const answer = await answered
  sending.destroy()
  return answer
}

/** An upload that does not say how long it is. */
async function sendChunked(size: number): Promise<Answer> {
  const sending = openUpload()
  const answered = answerTo(sending)
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
  await expect.poll(begun).toBe(1)
  sending.destroy()
}

describe('a process that dies between the bytes and the record', () => {
  /** What such a process leaves: the bytes, and the note of them. */
  async function leftover(hours: number) {
    const key = `zz/${randomBytes(16).toString('hex')}`
    await announcedStore(crm.owner.companyId, crm).put(key, new Blob(['lost']).stream(), { limit: 10 })
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
    await expect.poll(begun).toHaveLength(1)
    const [upload] = await begun()
    await crm.sql`update crm.upload set add_time = now() - interval '2 days'`
    await run(SWEEP_UPLOADS)

    sending.end('\r\n--limit--\r\n')

    expect(await status).toBe(408)
    expect(await crm.sql`select from crm.file where file_key = ${upload?.file_key}`).toHaveLength(0)
    expect(await keysInStore()).not.toContain(upload?.file_key)
  })
})
