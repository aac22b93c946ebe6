import { NotesApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { aDeal, aLead, anOrganization, aPerson, made } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const notes = new NotesApi(owner.v1)
const colleague = await crm.colleague(owner)

const places = {
  deal_id: (await aDeal(owner)).id,
  person_id: (await aPerson(owner)).id,
  org_id: (await anOrganization(owner)).id,
  lead_id: (await aLead(owner)).id,
}
const ids: number[] = []
for (const [at, [link, id]] of Object.entries(places).entries()) {
  const kind = link === 'org_id' ? 'organization' : link.replace('_id', '')
  const body = { content: `Note ${9 - at}`, [link]: id, add_time: `2024-03-0${at + 1} 12:00:00` }
  ids.push((await made(owner, '/v1/notes', { ...body, [`pinned_to_${kind}_flag`]: 1 })).id)
  ids.push((await made(owner, '/v1/notes', { ...body, user_id: colleague.userId })).id)
}
const [ofDeal = 0, ofDealToo = 0, ofPerson = 0, , ofOrg = 0, , ofLead = 0, last = 0] = ids
const listed = async (query: Parameters<NotesApi['getNotes']>[0]) =>
  ((await notes.getNotes(query)).data ?? []).map(note => note.id)

test('are narrowed by record, author and pin', async () => {
  expect(await listed({})).toEqual(ids)
  expect(await listed({ deal_id: places.deal_id })).toEqual([ofDeal, ofDealToo])
  expect(await listed({ deal_id: places.deal_id, pinned_to_deal_flag: 1 })).toEqual([ofDeal])
  expect(await listed({ deal_id: places.deal_id, pinned_to_deal_flag: 0 })).toEqual([ofDealToo])
  expect(await listed({ person_id: places.person_id, pinned_to_person_flag: 1 })).toEqual([ofPerson])
  expect(await listed({ org_id: places.org_id, pinned_to_organization_flag: 1 })).toEqual([ofOrg])
  expect(await listed({ lead_id: places.lead_id, pinned_to_lead_flag: 1 })).toEqual([ofLead])
  expect(await listed({ user_id: colleague.userId, lead_id: places.lead_id })).toEqual([last])
  expect(await listed({ project_id: 1 })).toEqual([])
  expect(await listed({ pinned_to_task_flag: 1 })).toEqual([])
  expect(await listed({ deal_id: 999_999 })).toEqual([])
})

test('are narrowed by day, both ends included, and by update', async () => {
  expect(await listed({ start_date: '2024-03-02', end_date: '2024-03-03' })).toEqual(ids.slice(2, 6))
  expect(await listed({ end_date: '2024-03-01' })).toEqual([ofDeal, ofDealToo])
  expect(await listed({ updated_since: '2020-01-01T00:00:00Z' })).toEqual(ids)
  expect(await listed({ updated_since: '2099-01-01T00:00:00Z' })).toEqual([])
  expect((await owner.call('GET', '/v1/notes?start_date=2024-02-30')).body.field).toBe('start_date')
})

test('are sorted and paged', async () => {
  expect(await listed({ sort: 'id DESC' })).toEqual([...ids].reverse())
  expect(await listed({ sort: 'content ASC, id DESC', limit: 2 })).toEqual([last, ofLead])
  const second = await notes.getNotes({ start: 2, limit: 2 })
  expect(second.data?.map(note => note.id)).toEqual(ids.slice(2, 4))
  expect(second.additional_data?.pagination).toMatchObject({
    start: 2,
    limit: 2,
    more_items_in_collection: true,
    next_start: 4,
  })
  expect((await owner.call('GET', '/v1/notes?sort=secret')).body.field).toBe('sort')
})

test('at most 5,000 notes on a record and 1,000 comments on a note, counted by the database', async () => {
  const { id: deal_id } = await aDeal(owner)
  const { id } = await made(owner, '/v1/notes', { content: 'First', deal_id })
  await crm.sql`alter table crm.note disable trigger at_most_of_deal`
  await crm.sql`insert into crm.note (company_id, content, user_id, deal_id)
    select ${owner.companyId}, 'n', ${owner.userId}, ${deal_id} from generate_series(1, 4999)`
  await crm.sql`alter table crm.note enable trigger at_most_of_deal`
  await crm.sql`alter table crm.comment disable trigger at_most`
  await crm.sql`insert into crm.comment (company_id, content, user_id, updater_id, note_id)
    select ${owner.companyId}, 'c', ${owner.userId}, ${owner.userId}, ${id} from generate_series(1, 1000)`
  await crm.sql`alter table crm.comment enable trigger at_most`

  const note = await owner.call('POST', '/v1/notes', { content: 'One more', deal_id })
  const comment = await owner.call('POST', `/v1/notes/${id}/comments`, { content: 'One more' })

  expect([note.status, note.body.error]).toEqual([400, 'A deal has at most 5000 notes'])
  expect([comment.status, comment.body.error]).toEqual([400, 'A note has at most 1000 comments'])
  await owner.call('DELETE', `/v1/notes/${id}`)
  expect((await owner.call('POST', '/v1/notes', { content: 'In its place', deal_id })).status).toBe(200)
})
