import { describe, expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { aDeal, aLead, anOrganization, aPerson } from '../../testing/builders.ts'
import { conditions } from '../../testing/filterConditions.ts'
import { longChangeEnded } from '../../testing/longChanges.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { takeRights } from '../../testing/takeRights.ts'
import { bodyOf } from './actions.ts'

const crm = await startTestCrm()

const bulk = (user: TestUser, body: object) => user.call('POST', '/app/api/bulk', body)

const ended = (user: TestUser, id: number) => longChangeEnded(user, 'bulk', id)
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

describe('a bulk change of leads', () => {
  const bulkLeads = (user: TestUser, body: object) => user.call('POST', '/app/api/leads/bulk', body)

  test('gives away, labels and archives those named, deletes those of a filter, and is undone as a whole', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const [hot] = await read(user, '/v1/leadLabels')
    const person_id = (await aPerson(user)).id
    const made = async (more: object = {}): Promise<string> => (await aLead(user, { person_id, ...more })).id
    const ids = [await made(), await made({ label_ids: [hot.id] })]
    const stays = await made({ owner_id: user.userId })
    const act = async (which: object, action: object) => {
      const { body } = await bulkLeads(user, { ...which, action })
      return ended(user, body.data.id)
    }
    const lead = (id: string | undefined) => read(user, `/v1/leads/${id}`)

    const labelled = await act({ ids }, { add_label_id: hot.id })
    expect(labelled).toMatchObject({ title: 'Add a label to 2 leads', counts: { changed: 1, unchanged: 1 } })
    expect((await lead(ids[0])).label_ids).toEqual([hot.id])
    await act({ ids }, { owner_id: colleague.userId })
    const archived = await act({ ids }, { is_archived: true })
    expect(await lead(ids[1])).toMatchObject({ owner_id: colleague.userId, is_archived: true })
    await user.call('POST', `/app/api/bulk/${archived.id}/undo`)
    expect(await ended(user, archived.id)).toMatchObject({ state: 'undone', counts: { reverted: 2 } })
    expect(await lead(ids[1])).toMatchObject({ is_archived: false })

    const gone = await act({ filter: { owner_id: colleague.userId } }, { delete: true })
    expect(gone).toMatchObject({ title: 'Delete 2 leads', counts: { changed: 2 } })
    const there = await crm.sql`select id from crm.lead where company_id = ${user.companyId} and not is_deleted`
    expect(there).toEqual([{ id: stays }])
    await user.call('POST', `/app/api/bulk/${gone.id}/undo`)
    await ended(user, gone.id)
    expect((await lead(ids[0])).title).toBeTruthy()
  })

  test('leaves hidden leads alone; 400, 403 and 404 before anything begins', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const person_id = (await aPerson(user)).id
    const [open, hidden] = [await aLead(user, { person_id }), await aLead(user, { person_id, visible_to: '1' })]
    const { body } = await bulkLeads(colleague, { ids: [open.id, hidden.id], action: { delete: true } })
    expect(await ended(colleague, body.data.id)).toMatchObject({ total: 1, counts: { changed: 1 } })
    expect((await user.call('GET', `/v1/leads/${hidden.id}`)).status).toBe(200)

    const status = async (sent: object, by = user) => (await bulkLeads(by, sent)).status
    const missing = '123e4567-e89b-12d3-a456-426614174000'
    expect(await status({ ids: [missing], action: { delete: true } })).toBe(404)
    expect(await status({ ids: [hidden.id], action: { add_label_id: missing } })).toBe(400)
    expect(await status({ ids: [hidden.id], action: { owner_id: 999_999 } })).toBe(400)
    expect(await status({ ids: [hidden.id], filter: {}, action: { delete: true } })).toBe(400)
    expect(await status({ ids: [hidden.id], action: { delete: true, is_archived: true } })).toBe(400)
    await takeRights(crm, colleague, 'can_bulk_edit_items')
    await expect.poll(() => status({ filter: {}, action: { is_archived: true } }, colleague)).toBe(403)
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
})

test('a label that is there already, or not there, needs no update', () => {
  expect(bodyOf({ add_label_id: 1 }, { label_ids: [1] })).toBeUndefined()
  expect(bodyOf({ add_label_id: 1 }, { label_ids: [2] })).toEqual({ label_ids: [2, 1] })
  expect(bodyOf({ remove_label_id: 1 }, { label_ids: [2] })).toBeUndefined()
  expect(bodyOf({ remove_label_id: 1 }, { label_ids: [1, 2] })).toEqual({ label_ids: [2] })
})
