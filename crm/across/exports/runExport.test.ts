import { openLog } from '@portico/kit/log/log'
import { expect, test } from 'vitest'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { performAs } from '../../base/api/jobContext.ts'
import { openSettledLog } from '../../base/changes/settledSeq.ts'
import { deleteRecord, updateRecord } from '../../base/changes/write.ts'
import { openFieldCatalog } from '../../base/fields/catalog.ts'
import { aDeal, aLine, anActivity, anOrganization, aPerson, aProduct, aProject } from '../../testing/builders.ts'
import { download, lines, table, unzip } from '../../testing/exports.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { exportsTask } from './exportsTask.ts'
import { KIND_NAMES } from './kinds.ts'
import type { ExportHooks } from './runExport.ts'
import type { Part } from './workStore.ts'

const crm = await startTestCrm()
/** Those of them that a job needs. */
const services = {
  database: crm.database,
  files: crm.files,
  fields: await openFieldCatalog(crm.database),
  origin: crm.origin,
  settledLog: openSettledLog(crm.database),
  log: openLog('error'),
} as unknown as CrmServices

/** Not over the API, which would have it done at once by the worker. */
async function waitingExport(user: TestUser, format: 'ndjson' | 'csv' = 'ndjson'): Promise<number> {
  const [row] = await crm.sql<{ id: number }[]>`
    insert into crm.export (company_id, user_id, format, kinds)
    values (${user.companyId}, ${user.userId}, ${format}, ${KIND_NAMES}) returning id`
  return row?.id ?? 0
}

function asUser<T>({ companyId, userId }: TestUser, work: (crm: Crm) => Promise<T>): Promise<T> {
  return performAs(services, { companyId, userId, requestId: 'test' }, work)
}

async function contents(user: TestUser, id: number) {
  const { status, bytes } = await download(crm.origin, user, id)
  expect(status).toBe(200)
  return unzip(bytes)
}

async function dealsOf(user: TestUser, count: number): Promise<number[]> {
  const [stage] = await crm.sql<{ id: number; pipeline_id: number }[]>`
    select id, pipeline_id from crm.stage where company_id = ${user.companyId} order by id limit 1`
  const ids: number[] = []
  for (let nr = 0; nr < count; nr++) {
    const deal = nr === 0 ? await aDeal(user, { value: 100, stage_id: stage?.id }) : undefined
    if (deal) ids.push(deal.id)
  }
  const more = await crm.sql<{ id: number }[]>`
    with made as (
      insert into crm.deal (company_id, title, owner_id, creator_id, pipeline_id, stage_id, value, currency, visible_to)
      select ${user.companyId}, 'Deal ' || nr, ${user.userId}, ${user.userId}, ${stage?.pipeline_id ?? 0}, ${stage?.id ?? 0},
        100, 'EUR', 7 from generate_series(2, ${count}) nr returning *
    ), logged as (
      insert into crm.change (company_id, entity, entity_id, action, after)
      select company_id, 'deal', id::text, 'added', to_jsonb(made) from made)
    select id from made order by id`
  return [...ids, ...more.map(deal => deal.id)]
}

const sumOf = (deals: readonly { value?: number }[]) => deals.reduce((sum, deal) => sum + (deal.value ?? 0), 0)

/** Moves money from one deal to another, in one transaction. */
async function move(user: TestUser, from: number, to: number, meanwhile: () => Promise<void> = async () => {}) {
  await asUser(user, async inside => {
    await updateRecord(inside, 'deal', from, { value: inside.sql`t.value - 10` })
    await meanwhile()
    await updateRecord(inside, 'deal', to, { value: inside.sql`t.value + 10` })
  })
}

test('every deal is as of one moment, whatever is written while the export goes on', async () => {
  const user = await crm.company()
  const deals = await dealsOf(user, 120)
  const [line, product] = [
    await aLine(user, deals[60] ?? 0),
    await aProduct(user, { prices: [{ currency: 'EUR', price: 5 }] }),
  ]
  const person = await aPerson(user, { name: 'Before' })
  const activity = await anActivity(user, { subject: 'Call', participants: [{ person_id: person.id, primary: true }] })
  const project = await aProject(user, { deal_ids: [deals[0]] })
  const gone = deals[100] ?? 0
  let step = 0
  const hooks: ExportHooks = {
    partBytes: 1,
    async afterPart({ entry }: Part) {
      // After the moment, and before most of it is read: of everything that can happen to a record one.
      if (++step === 1) {
        await asUser(user, async inside => {
          await updateRecord(inside, 'deal', gone, { is_deleted: true, delete_time: inside.now }, { action: 'deleted' })
          await deleteRecord(inside, 'deal_product', line.id)
        })
        await user.call('PATCH', `/v2/persons/${person.id}`, { name: 'After' })
        await user.call('PATCH', `/v2/products/${product.id}`, { prices: [{ currency: 'EUR', price: 77 }] })
        await user.call('PATCH', `/v2/activities/${activity.id}`, { subject: 'Changed', participants: [] })
        await user.call('PATCH', `/v2/projects/${project.id}`, { deal_ids: [] })
        await aDeal(user, { value: 5000 })
        await aPerson(user, { name: 'New' })
      }
      if (entry === 'deals.ndjson') await move(user, deals[119 - (step % 7)] ?? 0, deals[step % 5] ?? 0)
    },
  }
  const id = await waitingExport(user)

  await exportsTask(services, hooks)()

  const files = await contents(user, id)
  const exported = lines(files.get('deals.ndjson'))
  expect(exported.map(deal => deal.id)).toEqual(deals)
  expect(sumOf(exported)).toBe(12_000 + 100 - 100)
  expect(exported.every(deal => deal.value === 100)).toBe(true)
  expect(lines(files.get('persons.ndjson')).map(one => one.name)).toEqual(['Before'])
  expect(lines(files.get('deal_products.ndjson')).map(one => one.id)).toEqual([line.id])
  expect(lines(files.get('products.ndjson')).find(one => one.id === product.id)?.prices).toMatchObject([{ price: 5 }])
  expect(lines(files.get('activities.ndjson'))).toMatchObject([
    { subject: 'Call', participants: [{ person_id: person.id, primary: true }] },
  ])
  expect(lines(files.get('projects.ndjson'))).toMatchObject([{ deal_ids: [deals[0]] }])
})

test('a transaction that is open at the moment is not in it, one that was committed beside it is', async () => {
  const user = await crm.company()
  const deals = await dealsOf(user, 4)
  const [a = 0, b = 0, c = 0, d = 0] = deals
  const id = await waitingExport(user)
  let commit = () => {}
  let begun = () => {}
  const isBegun = new Promise<void>(resolve => {
    begun = resolve
  })
  const open = move(user, a, b, () => {
    begun()
    return new Promise<void>(resolve => {
      commit = resolve
    })
  })
  await isBegun
  await move(user, c, d)

  let first = true
  await exportsTask(services, {
    async afterPart() {
      if (first) commit()
      if (first) await open
      first = false
    },
  })()

  const exported = lines((await contents(user, id)).get('deals.ndjson'))
  expect(exported.map(deal => deal.value)).toEqual([100, 100, 90, 110])
})

test.each([
  'ndjson',
  'csv',
] as const)('a killed %s export goes on where it stopped, as of the same moment', async format => {
  const user = await crm.company()
  const deals = await dealsOf(user, 300)
  await anOrganization(user, { name: 'Acme' })
  const id = await waitingExport(user, format)
  const written: Part[] = []
  const dead = new Promise<void>(() => {})
  let died = () => {}
  const isDead = new Promise<void>(resolve => {
    died = resolve
  })

  // The first process ends in the middle of the deals: it neither goes on nor cleans up.
  exportsTask(services, {
    partBytes: 1,
    afterPart(part) {
      written.push(part)
      if (written.filter(({ entry }) => entry === `deals.${format}`).length < 2) return Promise.resolve()
      died()
      return dead
    },
  })()
  await isDead
  const [before] = await crm.sql`select * from crm.export where company_id = ${user.companyId} and id = ${id}`
  expect(before).toMatchObject({ state: 'running', position: { kind: 'deals' } })
  await move(user, deals[299] ?? 0, deals[0] ?? 0)
  await user.call('POST', '/v2/dealFields', { field_name: 'Later', field_type: 'varchar' })

  // While it may still be at work nobody takes over.
  await exportsTask(services)()
  expect((await user.call('GET', `/v2/exports/${id}`)).body.data.state).toBe('running')
  await exportsTask(services, { now: () => new Date(Date.now() + 61_000) })()

  const shown = (await user.call('GET', `/v2/exports/${id}`)).body.data
  expect(shown).toMatchObject({ state: 'done', as_of: before?.moment_time.toISOString() })
  expect(shown.progress.find((one: { kind: string }) => one.kind === 'deals')).toEqual({
    kind: 'deals',
    done: 300,
    total: 300,
  })
  const parts = await crm.sql<Part[]>`
    select file_key from crm.export_part where company_id = ${user.companyId} and export_id = ${id} order by nr`
  expect(parts.slice(0, written.length).map(part => part.file_key)).toEqual(written.map(part => part.file_key))
  const file = (await contents(user, id)).get(`deals.${format}`)
  const values =
    format === 'csv' ? table(file).map(deal => Number(deal['Deal - Value'])) : lines(file).map(deal => deal.value)
  expect(values).toEqual(deals.map(() => 100))
  expect(file?.toString()).not.toContain('Later')
})

test('an export that was deleted while it goes on stops, and leaves no file behind', async () => {
  const user = await crm.company()
  await dealsOf(user, 60)
  const id = await waitingExport(user)
  let parts = 0

  await exportsTask(services, {
    partBytes: 1,
    async afterPart() {
      if (++parts === 12) expect((await user.call('DELETE', `/v2/exports/${id}`)).status).toBe(200)
    },
  })()

  expect(parts).toBe(12)
  expect(await crm.sql`select from crm.export_part where company_id = ${user.companyId}`).toEqual([])
  // What was being written is known, and swept.
  const [left] = await crm.sql`select count(*)::integer as files from crm.upload where company_id = ${user.companyId}`
  expect(left?.files).toBe(1)
})

test('an export whose time is over is removed with its files', async () => {
  const user = await crm.company()
  const id = await waitingExport(user)
  await exportsTask(services)()
  const [part] = await crm.sql<{ file_key: string }[]>`
    select file_key from crm.export_part where company_id = ${user.companyId} and export_id = ${id} limit 1`

  await exportsTask(services, { now: () => new Date(Date.now() + 6 * 86_400_000) })()
  expect((await user.call('GET', `/v2/exports/${id}`)).status).toBe(200)
  await exportsTask(services, { now: () => new Date(Date.now() + 8 * 86_400_000) })()

  expect((await user.call('GET', `/v2/exports/${id}`)).status).toBe(404)
  await expect.poll(() => crm.files.get(part?.file_key ?? '')).toBeUndefined()
})

test('an export of somebody who was switched off fails with the reason', async () => {
  const admin = await crm.company()
  const user = await crm.colleague(admin, { admin: true })
  const id = await waitingExport(user)
  await crm.sql`update crm.app_user set active = false where company_id = ${user.companyId} and id = ${user.userId}`

  await exportsTask(services)()

  expect((await admin.call('GET', `/v2/exports/${id}`)).body.data).toMatchObject({
    state: 'failed',
    problem: 'The user who asked for this is not active any more',
  })
})
