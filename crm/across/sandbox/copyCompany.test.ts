import { connect } from '@portico/kit/database/connect'
import { readOutbox } from '@portico/kit/mail/readOutbox'
import { expect, test, vi } from 'vitest'
import { closeCompany, reopenCompany } from '../../company/companies/removalStore.ts'
import { removeCompaniesTask } from '../../company/companies/removeCompanies.ts'
import { operations } from '../../operations.ts'
import { addFieldsOfEachKind } from '../../testing/addField.ts'
import { aDeal, made } from '../../testing/builders.ts'
import { fileCalls } from '../../testing/fileCalls.ts'
import { type Asked, readCalls } from '../../testing/readCalls.ts'
import { aReceiver, aWebhook } from '../../testing/receiver.ts'
import type { RecordIds } from '../../testing/recordIds.ts'
import { recordsOfEachKind } from '../../testing/recordsOfEachKind.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { remindTask } from '../../work/reminders/remindTask.ts'
import { copyCompany } from './copyCompany.ts'
import { copiedTables, plainName } from './store.ts'
import { CHANGED, LEFT_BEHIND } from './treatment.ts'

const crm = await startTestCrm({ privateTargets: true })
const original = crm.owner
const custom = await addFieldsOfEachKind(original)
const ids = await recordsOfEachKind(crm, original, { text: 'copied', visible_to: 7, value: 5, custom })
const { keysInStore, allJobsDone, download, aFile } = fileCalls(crm)
const nora = await crm.colleague(original)

const connected = () => connect(crm.databaseUrl)
const from = { id: original.companyId, name: 'Original' }

async function copied(domain: string): Promise<TestUser> {
  const copy = await copyCompany(connected, from, { domain, atOnce: 2 })
  const call: TestUser['call'] = (method, path, body, headers) =>
    original.call(method, path, body, { ...headers, 'x-api-token': copy.token })
  return { ...original, companyId: copy.companyId, token: copy.token, call }
}

test('every table of companies is copied or left behind for a reason, and nothing that sounds like a secret is copied', async () => {
  const tables = await crm.sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'crm'::regnamespace and c.relkind = 'r' and a.attnum > 0
    group by 1 having 'company_id' = any(array_agg(a.attname::text))`
  const copying = (await copiedTables(crm.sql)).map(({ name }) => plainName(name))

  expect([...copying, ...Object.keys(LEFT_BEHIND)].sort()).toEqual(tables.map(({ name }) => name).sort())
  expect(copying.at(-1)).toBe('change')
  const changed = (name: string) => Object.keys(CHANGED[name]?.(1) ?? {})
  const secrets = tables
    .filter(({ name }) => copying.includes(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter(column => /secret|sealed|digest|password|token/.test(column) && !changed(name).includes(column))
        .map(column => `${name}.${column}`),
    )
  expect(secrets).toEqual([])
  for (const [name, columns] of Object.entries(CHANGED))
    expect(tables.find(table => table.name === name)?.columns).toEqual(expect.arrayContaining(Object.keys(columns(1))))
})

/** Operations on what a copy does not have, or that tell of the company itself. */
const OWN =
  /(tokens|sessions|oauth|apps|webhooks|exports|audit|mailAccounts|convert|usage|billing|calendarAddress|bulk|imports|account|personalData|changes\/stream|channels|security|grants|company|me$)/i

test('every list and every record of the copy is that of the original, and a write in one is not seen in the other', async () => {
  const copy = await copied('zzcopy')
  const domain = (await original.call('GET', '/v1/users/me')).body.data.company_domain
  const asked = await askedOf(ids)
  const likened = (text: string) =>
    text
      .replaceAll('zzcopy', domain)
      .replace(/"company_id": ?"?\d+"?/g, '"company_id":0')
      .replace(/products\/images\/[^"]*/g, '')
      // Counted in seconds up to now.
      .replace(/"(?:age|times_in_stages)":\{[^}]*\}/g, '')
      .replace(/"time":"[^"]*"|"server_time":"[^"]*"|"now":"[^"]*"|"(?:next_)?cursor":"[^"]*"/g, '""')
  const answerOf = async (user: TestUser, path: string) => {
    const reply = await crm.answer(path, { headers: { 'x-api-token': user.token } })
    return { status: reply.status, text: likened(await reply.text()) }
  }
  let compared = 0
  const different: string[] = []
  for (const operation of operations) {
    if (operation.method !== 'GET' || OWN.test(operation.name)) continue
    for (const path of readCalls(operation, asked, 'what is required')) {
      const [here, there] = [await answerOf(original, path), await answerOf(copy, path)]
      if (here.status === 200) compared++
      if (here.status !== there.status || (here.status === 200 && here.text !== there.text))
        different.push(`${operation.name} ${path}`)
    }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(150)

  const { id } = await aDeal(copy, { title: 'In the copy alone' })
  await copy.call('PATCH', `/v2/deals/${ids.deal}`, { title: 'Changed in the copy' })
  await original.call('PATCH', `/v2/persons/${ids.person}`, { name: 'Changed in the original' })
  expect((await original.call('GET', `/v2/deals/${id}`)).status).toBe(404)
  expect((await original.call('GET', `/v2/deals/${ids.deal}`)).body.data.title).not.toBe('Changed in the copy')
  expect((await copy.call('GET', `/v2/persons/${ids.person}`)).body.data.name).not.toBe('Changed in the original')
  expect((await copy.call('GET', '/v2/changes?cursor=latest')).status).toBe(200)
  const [log] = await crm.sql`select count(*)::int as n from crm.change
    where company_id = ${copy.companyId} and (after ->> 'company_id')::bigint <> company_id`
  expect(log?.n).toBe(0)
})

test('no credential of the original opens the copy; no mail, no reminder and no webhook leaves from it', async () => {
  const receiver = await aReceiver()
  const hook = await aWebhook(original, receiver, { version: '2.0' })
  const copy = await copied('quiet')
  expect((await nora.call('GET', '/v1/users/me')).body.data.company_domain).not.toBe('quiet')
  expect((await copy.call('GET', '/v1/users/me')).body.data.company_domain).toBe('quiet')
  expect((await copy.call('GET', '/v1/webhooks')).body.data).toEqual([])
  expect((await original.call('GET', '/v1/webhooks')).body.data.length).toBeGreaterThan(0)
  await aWebhook(copy, receiver, { version: '2.0' })
  const own = (await copy.call('GET', '/v1/webhooks')).body.data[0].id
  await crm.courier.deliverDue()
  receiver.taken()

  await aDeal(copy, { title: 'Silent' })
  await crm.courier.deliverDue()

  expect(receiver.taken()).toEqual([])
  expect((await copy.call('POST', `/v2/webhooks/${own}/test`, {})).status).toBe(409)
  expect(hook).toBeDefined()
  const message = { to: [{ address: 'somebody@example.com' }], subject: 'Hello', body: 'Hi', deal_id: ids.deal }
  const session = await crm.session(copy)
  const sent = await fetch(`${crm.origin}/app/api/mailMessages`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  const { data } = (await sent.json()) as { data: { id: number } }
  const state = async () => {
    const reply = await fetch(`${crm.origin}/app/api/mailMessages/${data.id}`, { headers: session })
    return ((await reply.json()) as { data: { send_state: string; send_error: string } }).data
  }
  await expect
    .poll(state)
    .toMatchObject({ send_state: 'failed', send_error: 'Not sent: no mail leaves from a sandbox' })
})

test('no invitation, no reminder and no mail about spending leaves for a copy; all three leave for its original', async () => {
  const due = new Date(Date.now() + 14 * 60_000).toISOString()
  const soon = { subject: 'Soon', due_date: due.slice(0, 10), due_time: due.slice(11, 16) }
  const { id } = await made(original, '/v2/activities', { ...soon, owner_id: nora.userId })
  await crm.sql`update crm.activity set add_time = now() - interval '1 day' where company_id = ${original.companyId} and id = ${id}`
  const copy = await copied('mailless')
  const about = async ({ companyId }: TestUser, guest: string) => {
    const mails = await readOutbox(crm.outbox)
    const told = (kind: string) => mails.some(({ messageId }) => messageId?.includes(`${kind}-${companyId}-`))
    return { invited: mails.some(({ to }) => to === guest), reminded: told('reminder'), spent: told('spending') }
  }
  for (const [user, guest] of [
    [copy, 'copy@guests.test'],
    [original, 'original@guests.test'],
  ] as const) {
    expect((await user.call('POST', '/v1/users', { name: 'Guest', email: guest })).status).toBe(200)
    const spending = { companyId: user.companyId, day: '2026-03-01', percent: 100, limit: 10 }
    await crm.sql`select graphile_worker.add_job('crm:tell-spending', ${JSON.stringify(spending)}::text::json)`
  }
  await remindTask(crm)({ isFollowUp: true })
  await allJobsDone()

  expect(await about(original, 'original@guests.test')).toEqual({ invited: true, reminded: true, spent: true })
  expect(await about(copy, 'copy@guests.test')).toEqual({ invited: false, reminded: false, spent: false })
})

test('files are shared: whichever company goes first, the other keeps its own, and the last one takes them along', async () => {
  const { id } = await aFile({ deal_id: ids.deal }, original, 'shared bytes')
  const [first, second] = [await copied('first'), await copied('second')]
  const before = await keysInStore()
  const readBy = async (user: TestUser) => (await download(id, user)).text()
  expect(await readBy(first)).toBe('shared bytes')
  const remove = async ({ companyId }: TestUser) => {
    await closeCompany(crm.sql, companyId, new Date(0))
    await removeCompaniesTask(crm.database)()
    await allJobsDone()
  }

  await remove(first)
  expect((await keysInStore()).sort()).toEqual(before.sort())
  expect(await readBy(original)).toBe('shared bytes')
  await original.call('DELETE', `/v1/files/${id}`)
  await crm.sql`update crm.file set delete_time = now() - interval '40 days' where company_id = ${original.companyId} and id = ${id}`
  await fileCalls(crm).run('crm:purge')
  expect(await readBy(second)).toBe('shared bytes')
  await remove(second)

  await vi.waitFor(async () => expect((await keysInStore()).length).toBe(before.length - 1), 120_000)
  expect(await crm.sql`select from crm.company where domain in ('first', 'second')`).toEqual([])
})

const contents = async (companyId: number) => {
  const [counts] = await crm.sql`
    select (select count(*)::int from crm.deal where company_id = ${companyId}) as deals,
      (select sum(notes_count)::int from crm.deal where company_id = ${companyId}) as notes,
      (select count(*)::int from crm.deal_words where company_id = ${companyId}) as words,
      (select count(*)::int from crm.change where company_id = ${companyId}) as lines`
  return counts
}

test('whoever may not do without foreign keys and triggers copies too, and others write meanwhile', async () => {
  const role = `maker_${original.companyId}_${Date.now()}`
  // Has what the owner of the tables has, and is no superuser.
  await crm.sql.unsafe(`create role ${role};
    do $$ begin execute format('grant %I to ${role}', current_user); end $$`)
  const before = await contents(original.companyId)
  const copy = await copyCompany(() => connect(crm.databaseUrl, { connection: { role } }), from, {
    domain: 'limited',
    // Called before the one transaction of it ends.
    progress: async () => void (await aDeal(original, { title: 'Meanwhile' })),
  })
  await crm.sql.unsafe(`drop role ${role}`)

  expect(await contents(copy.companyId)).toEqual(before)
})

test('every trigger on rows that come or go leaves others alone while a whole company is copied or removed', async () => {
  expect(
    await crm.sql`
      select distinct p.proname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      -- bits of tgtype: 1 for each row, 2 before, 4 insert, 8 delete
      where c.relnamespace = 'crm'::regnamespace and not t.tgisinternal and t.tgtype & 2 = 0
        and (t.tgtype & 4 > 0 or t.tgtype & 9 = 9)
        and p.prosrc not like '%if current_setting(''portico.whole_company'', true) = ''on'' then return null; end if;%'`,
  ).toEqual([])
})

test('a copy that is being made is closed and left alone; one that was interrupted is removed, and its name is free', async () => {
  const filesNamed = () => crm.sql`select sum(uses)::int as uses from crm.shared_file`
  const before = await filesNamed()
  const unfinished = () => crm.sql<{ id: number }[]>`select id from crm.company where not is_whole`
  const seen: unknown[] = []
  const stopped = copyCompany(connected, from, {
    ...{ domain: 'again', atOnce: 1 },
    progress: async tables => {
      if (tables !== 'crm.change') return
      await removeCompaniesTask(crm.database)()
      const [copy] = await unfinished()
      seen.push((await contents(copy?.id ?? 0))?.deals, await reopenCompany(crm.sql, copy?.id ?? 0))
      throw new Error('stopped')
    },
  })

  await expect(stopped).rejects.toThrow('stopped')
  expect(seen).toEqual([(await contents(original.companyId))?.deals, false])
  expect(await unfinished()).toHaveLength(1)
  await copied('again')
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), 120_000)
  const [again] = await crm.sql<{ id: number }[]>`select id from crm.company where domain = 'again'`
  await closeCompany(crm.sql, again?.id ?? 0, new Date(0))
  await removeCompaniesTask(crm.database)()
  await allJobsDone()
  expect(await filesNamed()).toEqual(before)
})

test('409 for a short name that is taken', async () => {
  await copied('taken')

  await expect(copied('taken')).rejects.toThrow('There is a company taken already')
})

async function askedOf(records: RecordIds): Promise<Asked> {
  const [stage] = (await original.call('GET', '/v2/stages')).body.data
  const fieldKeys: Record<string, string> = {}
  const fieldIds: Record<string, number> = {}
  for (const kind of ['deal', 'person', 'organization', 'product'] as const) {
    fieldKeys[`${kind}Fields`] = custom[kind]
    fieldIds[`${kind}Fields`] = (await original.call('GET', `/v1/${kind}Fields`)).body.data[0].id
  }
  const today = new Date().toISOString().slice(0, 10)
  const facts = { terms: ['copied'], users: [original.userId], today, pipeline: stage.pipeline_id, stage: stage.id }
  return { ...facts, ids: records, fieldIds, fieldKeys }
}
