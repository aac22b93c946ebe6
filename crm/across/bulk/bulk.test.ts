import { openLog } from '@portico/kit/log/log'
import { describe, expect, test } from 'vitest'
import type { CrmServices } from '../../base/api/context.ts'
import { openFieldCatalog } from '../../base/fields/catalog.ts'
import { addField } from '../../testing/addField.ts'
import { aDeal, anOrganization, aPerson } from '../../testing/builders.ts'
import { conditions } from '../../testing/filterConditions.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { takeRights } from '../../testing/takeRights.ts'
import { longChangesTask } from '../longChanges/longChangesTask.ts'
import type { LongChangeHooks } from '../longChanges/run.ts'
import { LONG_CHANGES } from '../longChanges/works.ts'
import { bodyOf } from './actions.ts'

const crm = await startTestCrm()

/** Those that a job needs, of a process of its own. */
const services = {
  database: crm.database,
  files: crm.files,
  fields: await openFieldCatalog(crm.database),
  origin: crm.origin,
  calls: { begun: 0 },
  logReader: { wake() {} },
  log: { ...openLog('error'), error() {} },
} as unknown as CrmServices

const bulk = (user: TestUser, body: object) => user.call('POST', '/app/api/bulk', body)

/** How it stands once nobody works on it any more. */
async function ended(user: TestUser, id: number) {
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await user.call('GET', `/app/api/bulk/${id}`)
    if (!['waiting', 'running', 'undoing'].includes(body.data.state)) return body.data
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`bulk change ${id} did not end`)
}

const read = async (user: TestUser, path: string) => (await user.call('GET', path)).body.data
const linesOf = (correlation: string) =>
  crm.sql<{ entity_id: string; action: string; bulk: boolean; source: string }[]>`
    select entity_id, action, bulk, source from crm.change where correlation_id = ${correlation} order by seq`

async function peopleOf(user: TestUser, count: number): Promise<number[]> {
  const rows = await crm.sql<{ id: number }[]>`
    insert into crm.person (company_id, name, owner_id, visible_to)
    select ${user.companyId}, 'Person ' || nr, ${user.userId}, 7 from generate_series(1, ${count}) nr returning id`
  return rows.map(row => row.id)
}

/** Not over the API, which would have it done at once by the worker. */
async function waiting(user: TestUser, ids: readonly number[], change: object): Promise<number> {
  const [row] = await crm.sql<{ id: number }[]>`
    insert into crm.long_change (company_id, user_id, work, title, asked, ids, state, total, correlation_id)
    values (${user.companyId}, ${user.userId}, 'bulk', 'Test', ${JSON.stringify({ kind: 'person', action: { change } })}::text::jsonb,
      ${ids.map(String)}::text[], 'waiting', ${ids.length}, ${`test-${user.companyId}`}) returning id`
  return row?.id ?? 0
}

describe('a bulk change', () => {
  test('changes fields of the company too, tells how far it is, and is undone as a whole', async () => {
    const user = await crm.company()
    const { key } = await addField(user, 'deal', 'varchar')
    const ids = [(await aDeal(user)).id, (await aDeal(user, { probability: 10 })).id]

    const begun = await bulk(user, {
      kind: 'deal',
      ids,
      action: { change: { probability: 40, custom_fields: { [key]: 'North' } } },
    })
    const done = await ended(user, begun.body.data.id)

    expect(begun.status).toBe(202)
    expect(done).toMatchObject({ title: 'Change 2 deals', state: 'done', total: 2, done: 2, counts: { changed: 2 } })
    for (const id of ids)
      expect(await read(user, `/v2/deals/${id}`)).toMatchObject({ probability: 40, custom_fields: { [key]: 'North' } })
    const [row] = await crm.sql`select correlation_id from crm.long_change where id = ${done.id}`
    const lines = await linesOf(row?.correlation_id)
    expect(lines).toMatchObject([
      { bulk: true, source: 'app' },
      { bulk: true, source: 'app' },
    ])

    expect((await user.call('POST', `/app/api/bulk/${done.id}/undo`)).status).toBe(202)
    const undone = await ended(user, done.id)

    expect(undone).toMatchObject({ state: 'undone', undo_total: 2, undo_done: 2, counts: { reverted: 2, kept: 0 } })
    expect(await read(user, `/v2/deals/${ids[1]}`)).toMatchObject({ probability: 10, custom_fields: { [key]: null } })
    expect((await user.call('POST', `/app/api/bulk/${done.id}/undo`)).status).toBe(409)
    expect((await read(user, '/app/api/bulk')).map((each: { id: number }) => each.id)).toEqual([done.id])
  })

  test('labels are added and removed, owners changed, records of a filter deleted; what is so already is left alone', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const [label, other] = (await read(user, '/v2/personFields'))
      .find((field: { field_code: string }) => field.field_code === 'label_ids')
      .options.map((option: { id: number }) => option.id)
    const [one, two] = [await aPerson(user, { label_ids: [other] }), await aPerson(user, { label_ids: [label] })]
    const act = async (action: object) => {
      const { body } = await bulk(user, { kind: 'person', ids: [one.id, two.id], action })
      return ended(user, body.data.id)
    }
    const labels = async () => [
      (await read(user, `/v2/persons/${one.id}`)).label_ids,
      (await read(user, `/v2/persons/${two.id}`)).label_ids,
    ]

    expect((await act({ add_label_id: label })).counts).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await labels()).toEqual([[other, label], [label]])
    expect((await act({ remove_label_id: other })).counts).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await labels()).toEqual([[label], [label]])
    await act({ owner_id: colleague.userId })
    expect(await read(user, `/v2/persons/${one.id}`)).toMatchObject({ owner_id: colleague.userId })

    const filter = await user.call('POST', '/v1/filters', {
      name: 'Theirs',
      type: 'people',
      conditions: conditions([['person', 'owner_id', '=', colleague.userId]]),
    })
    const stays = await aPerson(user)
    const none = { owner_id: colleague.userId, conditions: conditions([['person', 'name', '=', 'Nobody']]) }
    expect((await bulk(user, { kind: 'person', filter: none, action: { delete: true } })).status).toBe(404)
    const { body } = await bulk(user, {
      kind: 'person',
      filter: { filter_id: filter.body.data.id },
      action: { delete: true },
    })
    expect(await ended(user, body.data.id)).toMatchObject({ title: 'Delete 2 people', counts: { changed: 2 } })
    const there = await crm.sql`select id from crm.person where company_id = ${user.companyId} and not is_deleted`
    expect(there).toEqual([{ id: stays.id }])
  })

  test('undoing leaves alone and names what somebody has changed since', async () => {
    const user = await crm.company()
    const [one, two, three] = await peopleOf(user, 3)
    const { body } = await bulk(user, {
      kind: 'person',
      ids: [one, two, three],
      action: { change: { job_title: 'Boss' } },
    })
    await ended(user, body.data.id)
    await user.call('PATCH', `/v2/persons/${two}`, { job_title: 'Mine' })

    await user.call('POST', `/app/api/bulk/${body.data.id}/undo`)
    const undone = await ended(user, body.data.id)

    expect(undone.counts).toMatchObject({ reverted: 2, kept: 1 })
    expect(undone.problems).toMatchObject([
      { item: 'person', item_id: String(two), text: expect.stringMatching('job_title was changed again') },
    ])
    const titles = await crm.sql`select job_title from crm.person where company_id = ${user.companyId} order by id`
    expect(titles.map(row => row.job_title)).toEqual([null, 'Mine', null])
  })

  test('one record that is refused is named, and the others of its batch are changed', async () => {
    const user = await crm.company()
    const [open, closed] = [await aDeal(user), await aDeal(user)]
    await crm.sql`update crm.deal set custom = jsonb_build_object('x', repeat('x', 262100)) where id = ${closed.id}`
    const { key } = await addField(user, 'deal', 'text')

    const { body } = await bulk(user, {
      kind: 'deal',
      ids: [open.id, closed.id],
      action: { change: { custom_fields: { [key]: 'a text that does not fit any more' } } },
    })
    const done = await ended(user, body.data.id)

    expect(done).toMatchObject({ state: 'done', counts: { changed: 1, refused: 1 } })
    expect(done.problems).toMatchObject([{ item_id: String(closed.id), text: expect.stringMatching('256 kB') }])
  })

  test('400 and 404 for what could not work for any record, before anything begins', async () => {
    const user = await crm.company()
    const { id } = await aPerson(user)
    const refusal = async (body: object) => {
      const { status, body: reply } = await bulk(user, { kind: 'person', ids: [id], ...body })
      return [status, reply.error_info?.field ?? reply.field ?? reply.error]
    }

    expect((await refusal({ action: { change: { nothing: 1 } } }))[0]).toBe(400)
    expect((await refusal({ action: { change: { custom_fields: { nothing: 1 } } } }))[0]).toBe(400)
    expect((await refusal({ action: { change: { is_deleted: true } } }))[0]).toBe(400)
    expect((await refusal({ action: { owner_id: 999_999 } }))[0]).toBe(400)
    expect((await refusal({ action: { add_label_id: 999_999 } }))[0]).toBe(400)
    expect((await refusal({ action: { delete: true, owner_id: user.userId } }))[0]).toBe(400)
    expect((await refusal({ action: {} }))[0]).toBe(400)
    expect((await refusal({ filter: { owner_id: 1 }, action: { delete: true } }))[0]).toBe(400)
    expect((await refusal({ ids: [999_999], action: { delete: true } }))[0]).toBe(404)
  })
})

describe('rights', () => {
  test('403 without the right to change many, or without that to delete; hidden records stay as they are', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const [open, hidden] = [await anOrganization(user), await anOrganization(user, { visible_to: 1 })]
    const deal = await aDeal(user)

    const { body } = await bulk(colleague, {
      kind: 'organization',
      ids: [open.id, hidden.id],
      action: { delete: true },
    })
    expect(await ended(colleague, body.data.id)).toMatchObject({ total: 1, counts: { changed: 1 } })
    expect(await read(user, `/v2/organizations/${hidden.id}`)).toMatchObject({ is_deleted: false })
    // Somebody else's is missing; admins see all.
    const other = await crm.colleague(user)
    expect((await other.call('GET', `/app/api/bulk/${body.data.id}`)).status).toBe(404)
    expect((await other.call('POST', `/app/api/bulk/${body.data.id}/undo`)).status).toBe(404)
    expect((await user.call('GET', `/app/api/bulk/${body.data.id}`)).status).toBe(200)

    await takeRights(crm, colleague, 'can_delete_deals')
    await expect
      .poll(async () => (await bulk(colleague, { kind: 'deal', ids: [deal.id], action: { delete: true } })).status)
      .toBe(403)
    await takeRights(crm, colleague, 'can_bulk_edit_items')
    const give = () => bulk(colleague, { kind: 'deal', ids: [deal.id], action: { owner_id: user.userId } })
    await expect.poll(async () => (await give()).status).toBe(403)
  })

  test('what becomes hidden while it goes on is left alone', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const ids = await peopleOf(user, 105)
    const id = await waiting(colleague, ids, { job_title: 'Boss' })
    const hooks: LongChangeHooks = {
      async afterBatch() {
        await crm.sql`update crm.person set visible_to = 1 where id = ${ids[102] ?? 0}`
      },
    }

    await longChangesTask(services, LONG_CHANGES, hooks)()

    expect(await ended(colleague, id)).toMatchObject({ counts: { changed: 104, skipped: 1 } })
  })
})

describe('a process that is killed', () => {
  const changedPeople = async (user: TestUser) =>
    crm.sql`select entity_id from crm.change where company_id = ${user.companyId} and entity = 'person'`

  test('between two batches: another goes on once the lease is over, nothing is done twice or left out', async () => {
    const user = await crm.company()
    const ids = await peopleOf(user, 120)
    const id = await waiting(user, ids, { job_title: 'Boss' })
    let batches = 0
    let now = new Date()
    const killed = new Promise<void>(resolve => {
      const hooks: LongChangeHooks = {
        afterBatch() {
          resolve()
          return new Promise(() => {})
        },
      }
      void longChangesTask(services, LONG_CHANGES, hooks)()
    })
    await killed
    expect(await read(user, `/app/api/bulk/${id}`)).toMatchObject({ state: 'running', done: 100 })

    const another = longChangesTask(services, LONG_CHANGES, { now: () => now, afterBatch: async () => void batches++ })
    await another()
    expect(batches).toBe(0)
    now = new Date(Date.now() + 60_000)
    await another()

    expect(await ended(user, id)).toMatchObject({ state: 'done', done: 120, counts: { changed: 120 } })
    const lines = await changedPeople(user)
    expect(lines.length).toBe(120)
    expect(new Set(lines.map(line => line.entity_id)).size).toBe(120)
  })

  test('whose connection breaks within a batch: that batch is done anew, also while undoing', async () => {
    const user = await crm.company()
    const ids = await peopleOf(user, 120)
    const id = await waiting(user, ids, { job_title: 'Boss' })
    let now = new Date()
    const breakingOnce = (): LongChangeHooks => {
      let batches = 0
      return {
        now: () => now,
        async inBatch({ sql }) {
          if (++batches === 2) await sql`select pg_terminate_backend(pg_backend_pid())`
        },
      }
    }
    const runTwice = async () => {
      await longChangesTask(services, LONG_CHANGES, breakingOnce())()
      now = new Date(now.getTime() + 10_000)
      await longChangesTask(services, LONG_CHANGES, { now: () => now })()
    }

    await runTwice()
    expect(await ended(user, id)).toMatchObject({ state: 'done', counts: { changed: 120 } })
    expect(await changedPeople(user)).toHaveLength(120)

    await crm.sql`update crm.long_change set state = 'undoing', undo_total = 120 where id = ${id}`
    await runTwice()
    expect(await ended(user, id)).toMatchObject({ state: 'undone', counts: { reverted: 120, kept: 0 } })
    expect(await changedPeople(user)).toHaveLength(240)
    expect(
      await crm.sql`select from crm.person where company_id = ${user.companyId} and job_title is not null`,
    ).toHaveLength(0)
  })

  test('one that is undone in the middle stops, and what it did is undone', async () => {
    const user = await crm.company()
    const ids = await peopleOf(user, 120)
    const id = await waiting(user, ids, { job_title: 'Boss' })
    const hooks: LongChangeHooks = {
      async afterBatch({ state }) {
        if (state === 'running') await user.call('POST', `/app/api/bulk/${id}/undo`)
      },
    }

    await longChangesTask(services, LONG_CHANGES, hooks)()

    expect(await ended(user, id)).toMatchObject({ state: 'undone', done: 100, counts: { changed: 100, reverted: 100 } })
    expect(
      await crm.sql`select from crm.person where company_id = ${user.companyId} and job_title is not null`,
    ).toHaveLength(0)
  })

  test('is told as failed with its reason after five faults in a row, or at once when the user is gone', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const id = await waiting(user, await peopleOf(user, 1), { job_title: 'Boss' })
    let now = new Date()
    const hooks: LongChangeHooks = {
      now: () => now,
      inBatch: () => Promise.reject(new Error('secret detail')),
    }
    for (let tries = 0; tries < 5; tries++) {
      await longChangesTask(services, LONG_CHANGES, hooks)()
      now = new Date(now.getTime() + 10_000)
    }
    expect(await ended(user, id)).toMatchObject({
      state: 'failed',
      problem: 'Something went wrong on our side',
      done: 0,
    })

    const theirs = await waiting(colleague, await peopleOf(user, 1), { job_title: 'Boss' })
    await crm.sql`update crm.app_user set active = false where id = ${colleague.userId}`
    await longChangesTask(services, LONG_CHANGES, { now: () => now })()
    expect(await ended(user, theirs)).toMatchObject({ state: 'failed', problem: expect.stringMatching('not active') })
  })
})

test('a label that is there already, or not there, needs no update', () => {
  expect(bodyOf({ add_label_id: 1 }, { label_ids: [1] })).toBeUndefined()
  expect(bodyOf({ add_label_id: 1 }, { label_ids: [2] })).toEqual({ label_ids: [2, 1] })
  expect(bodyOf({ remove_label_id: 1 }, { label_ids: [2] })).toBeUndefined()
  expect(bodyOf({ remove_label_id: 1 }, { label_ids: [1, 2] })).toEqual({ label_ids: [2] })
})
