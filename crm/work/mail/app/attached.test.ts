import { readFile } from 'node:fs/promises'
import { readOutbox } from '@portico/kit/mail/readOutbox'
import { expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { untilNoJobs } from '../../../testing/mailTo.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const { aFile, upload, download, keysInStore } = fileCalls(crm)

const letter = { to: [{ address: 'cora@customer.test' }], subject: 'Offer', body: '<p>Dear Cora</p>' }
const write = (body: object, user = owner, headers = {}) =>
  user.call('POST', '/app/api/mailMessages', { ...letter, ...body }, headers)
const get = async (path: string) => (await owner.call('GET', path)).body.data
const filesOf = async (id: number) => (await get(`/v1/mailbox/mailMessages/${id}/files`)) ?? []
const uploads = () => crm.sql`select from crm.upload`

/** The message as it was sent. */
async function sent(id: number): Promise<string> {
  await untilNoJobs(crm)
  const [{ mime_id } = { mime_id: '' }] = await crm.sql<{ mime_id: string }[]>`
    select mime_id from crm.mail_message where id = ${id}`
  const mail = (await readOutbox(crm.outbox)).find(({ messageId }) => messageId === mime_id)
  return readFile(mail?.file ?? '', 'latin1')
}

test('named files leave with a message, are listed with it, and stay with it when the files are deleted', async () => {
  const { id: deal_id } = await aDeal(owner)
  const ofDeal = await aFile({ deal_id })
  const bytes = Uint8Array.of(0, 255, 13, 10, 46, 13, 10)
  const loose = (await upload(bytes, {}, { name: 'Plan ä.bin' })).body.data

  const reply = await write({ deal_id, file_ids: [loose.id, ofDeal.id, loose.id] })

  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  const { id, mail_thread_id, file_ids } = reply.body.data
  expect(reply.body.data).toMatchObject({ has_attachments_flag: 1, has_real_attachments_flag: 1 })
  const eml = await sent(id)
  expect(eml).toContain(Buffer.from(bytes).toString('base64'))
  expect(eml).toContain(Buffer.from('Zażółć gęślą jaźń').toString('base64'))
  expect(eml).toContain('offer.txt')
  expect(await get(`/app/api/mailMessages/${id}`)).toMatchObject({ send_state: 'sent', file_ids })
  const listed = await filesOf(id)
  expect(listed.map((file: { id: number }) => file.id)).toEqual(file_ids)
  expect(listed).toMatchObject([
    { name: 'Plan ä.bin', file_size: bytes.length, mail_message_id: String(id) },
    { name: 'offer.txt', mail_message_id: String(id) },
  ])
  expect(await get(`/v1/mailbox/mailThreads/${mail_thread_id}`)).toMatchObject({ deal_id, has_attachments_flag: 1 })
  expect((await get(`/v1/deals/${deal_id}/flow`)).map(({ object }: { object: string }) => object)).toContain(
    'mailMessageWithAttachment',
  )
  expect(await get(`/v1/deals/${deal_id}/files`)).toMatchObject([{ id: ofDeal.id, mail_message_id: null }])
  // Those who see the deal see the mail on it, and so its attachments.
  expect((await download(file_ids[1], colleague)).status).toBe(200)
  for (const file of [loose, ofDeal]) await owner.call('DELETE', `/v1/files/${file.id}`)
  expect(new Uint8Array(await (await download(file_ids[0])).arrayBuffer())).toEqual(bytes)
  expect(await uploads()).toHaveLength(0)
})

test('400 for a file that is not there for the writer, 413 for too much, and no copy stays', async () => {
  const [mine, deleted, large] = [await aFile(), await aFile(), await aFile()]
  const hidden = await aFile({}, await crm.colleague(owner))
  await owner.call('DELETE', `/v1/files/${deleted.id}`)
  const foreign = await crm.company()
  const theirs = await aFile({}, foreign)
  await crm.sql`update crm.file set file_size = 25000000 where id = ${large.id}`
  const remote = await owner.call('POST', '/v1/files/remote', {
    file_type: 'gdoc',
    title: 'Plan',
    item_type: 'deal',
    item_id: (await aDeal(owner)).id,
    remote_location: 'googledrive',
  })
  const draft = (await write({ draft_flag: true }, colleague)).body.data
  const before = [await keysInStore(), await crm.sql`select count(*) from crm.mail_message`]

  for (const [why, user, ids, expected] of [
    ['not there', owner, [987_654], 400],
    ['deleted', owner, [mine.id, deleted.id], 400],
    ['of a colleague', colleague, [mine.id], 400],
    ['of nobody below', colleague, [hidden.id], 400],
    ['of another company', owner, [theirs.id], 400],
    ['kept elsewhere', owner, [remote.body.data.id], 400],
    ['too large together', owner, [mine.id, large.id], 413],
    ['too many', owner, Array.from({ length: 21 }, (_, n) => n + 1), 400],
  ] as const) {
    const reply = await write({ file_ids: ids }, user)
    expect([reply.status, reply.body.field], `${why}: ${JSON.stringify(reply.body)}`).toEqual([expected, 'file_ids'])
  }
  const put = await colleague.call('PUT', `/app/api/mailMessages/${draft.id}`, { file_ids: [mine.id] })
  expect([put.status, put.body.field]).toEqual([400, 'file_ids'])
  // Copied before the recipient is looked for: what fails later leaves no copy either.
  expect((await write({ file_ids: [mine.id], to: [] })).status).toBe(400)

  await untilNoJobs(crm)
  expect([await keysInStore(), await crm.sql`select count(*) from crm.mail_message`]).toEqual(before)
  expect(await uploads()).toHaveLength(0)
})

test('a draft keeps, drops and gets files, hides them from others, and takes them along', async () => {
  const { id: deal_id } = await aDeal(owner)
  const [one, two] = [await aFile({ deal_id }), await aFile({ deal_id })]
  const draft = (await write({ deal_id, draft_flag: true, file_ids: [one.id] })).body.data
  const put = async (body: object) => (await owner.call('PUT', `/app/api/mailMessages/${draft.id}`, body)).body.data
  const [first] = draft.file_ids

  expect((await download(first, colleague)).status).toBe(404)
  expect((await put({ subject: 'Other' })).file_ids).toEqual([first])
  const both = await put({ file_ids: [first, two.id] })
  expect(both.file_ids).toHaveLength(2)
  expect(both.file_ids[0]).toBe(first)
  const onlySecond = await put({ file_ids: [both.file_ids[1]] })
  expect(onlySecond.file_ids).toEqual([both.file_ids[1]])
  expect((await download(first)).status).toBe(410)
  expect(await put({ file_ids: [] })).toMatchObject({ file_ids: [], has_attachments_flag: 0 })
  const again = await put({ file_ids: [one.id] })

  await owner.call('DELETE', `/app/api/mailMessages/${draft.id}`)

  expect((await download(again.file_ids[0])).status).toBe(410)
  expect((await download(one.id)).status).toBe(200)
})

test('a message asked for twice under one key is one message with one copy', async () => {
  const { id } = await aFile()
  const key = { 'idempotency-key': 'once-with-files' }

  const first = await write({ file_ids: [id] }, owner, key)
  await untilNoJobs(crm)
  const kept = await keysInStore()
  const second = await write({ file_ids: [id] }, owner, key)
  await untilNoJobs(crm)

  expect(second.body.data.id).toBe(first.body.data.id)
  expect(await keysInStore()).toEqual(kept)
  expect((await write({ file_ids: [] }, owner, key)).status).toBe(409)
})

test('queued while the bytes of a file cannot be read, and nothing is sent', async () => {
  const { id } = await aFile()
  const draft = (await write({ draft_flag: true, file_ids: [id] })).body.data
  const [{ file_key } = { file_key: '' }] = await crm.sql<{ file_key: string }[]>`
    select file_key from crm.file where id = ${draft.file_ids[0]}`
  await crm.files.remove(file_key)

  await owner.call('POST', `/app/api/mailMessages/${draft.id}/send`)

  await expect
    .poll(async () => String((await crm.sql`select last_error from graphile_worker.jobs`)[0]?.last_error), {
      timeout: 120_000,
    })
    .toContain('The attachment offer.txt cannot be read')
  expect(await get(`/app/api/mailMessages/${draft.id}`)).toMatchObject({ send_state: 'queued', sent_flag: 0 })
})
