import { describe, expect, test } from 'vitest'
import { PURGE } from '../../across/purge/purge.ts'
import { aDeal, aLead, anOrganization, aPerson, made } from '../../testing/builders.ts'
import { fileCalls } from '../../testing/fileCalls.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const { allJobsDone, run } = fileCalls(crm)

const aNote = (values: object) => made(owner, '/v1/notes', { content: 'Note', ...values })
const noteOf = async (id: number, user: TestUser = owner) => (await user.call('GET', `/v1/notes/${id}`)).body.data

async function threePlaces() {
  return {
    deal_id: (await aDeal(owner)).id,
    person_id: (await aPerson(owner)).id,
    org_id: (await anOrganization(owner)).id,
  }
}

async function counts({ deal_id, person_id, org_id }: Awaited<ReturnType<typeof threePlaces>>) {
  const found: number[] = []
  for (const path of [`deals/${deal_id}`, `persons/${person_id}`, `organizations/${org_id}`]) {
    found.push((await owner.call('GET', `/v1/${path}`)).body.data.notes_count)
    found.push((await owner.call('GET', `/v2/${path}?include_fields=notes_count`)).body.data.notes_count)
  }
  return found
}

describe('notes_count', () => {
  test('follows notes as they come, move and go, and changes no version', async () => {
    const at = await threePlaces()
    const other = await aDeal(owner)
    const [before] = await crm.sql`select version, update_time from crm.deal where id = ${at.deal_id}`

    const { id } = await aNote(at)
    await aNote(at)
    expect(await counts(at)).toEqual([2, 2, 2, 2, 2, 2])
    await owner.call('PUT', `/v1/notes/${id}`, { deal_id: other.id, org_id: null })
    expect(await counts(at)).toEqual([1, 1, 2, 2, 1, 1])
    await owner.call('DELETE', `/v1/notes/${id}`)
    expect(await counts(at)).toEqual([1, 1, 1, 1, 1, 1])

    expect(await crm.sql`select version, update_time from crm.deal where id = ${at.deal_id}`).toEqual([before])
  })

  test('moves with merges, as the notes do', async () => {
    const [from, into] = [await threePlaces(), await threePlaces()]
    const { id } = await aNote({ ...from, pinned_to_deal_flag: 1 })
    await aNote(into)

    await owner.call('PUT', `/v1/deals/${from.deal_id}/merge`, { merge_with_id: into.deal_id })
    await owner.call('PUT', `/v1/persons/${from.person_id}/merge`, { merge_with_id: into.person_id })
    await owner.call('PUT', `/v1/organizations/${from.org_id}/merge`, { merge_with_id: into.org_id })

    expect(await noteOf(id)).toMatchObject({ ...into, pinned_to_deal_flag: true })
    expect(await counts(into)).toEqual([2, 2, 2, 2, 2, 2])
    expect(await crm.sql`select notes_count from crm.deal where id = ${from.deal_id}`).toEqual([{ notes_count: 0 }])
  })
})

test('a lead takes its notes along when it becomes a deal and back, pins included', async () => {
  const { id: lead } = await aLead(owner)
  const { id } = await aNote({ lead_id: lead, pinned_to_lead_flag: 1 })
  const ended = async (path: string) => (await owner.call('GET', path)).body.data

  const toDeal = (await owner.call('POST', `/v2/leads/${lead}/convert/deal`, {})).body.data.conversion_id
  await allJobsDone()
  const { deal_id } = await ended(`/v2/leads/${lead}/convert/status/${toDeal}`)
  expect(await noteOf(id)).toMatchObject({
    deal_id,
    lead_id: null,
    pinned_to_deal_flag: true,
    pinned_to_lead_flag: false,
  })

  const toLead = (await owner.call('POST', `/v2/deals/${deal_id}/convert/lead`, {})).body.data.conversion_id
  await allJobsDone()
  const { lead_id } = await ended(`/v2/deals/${deal_id}/convert/status/${toLead}`)
  expect(await noteOf(id)).toMatchObject({
    deal_id: null,
    lead_id,
    pinned_to_deal_flag: false,
    pinned_to_lead_flag: true,
  })
})

describe('who sees a note', () => {
  async function everyWay(user: TestUser, id: number, uuid: string) {
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PUT', '', { content: 'Mine' }],
      ['DELETE', ''],
      ['GET', '/comments'],
      ['POST', '/comments', { content: 'x' }],
      ['GET', `/comments/${uuid}`],
      ['PUT', `/comments/${uuid}`, { content: 'x' }],
      ['DELETE', `/comments/${uuid}`],
    ]
    const statuses: number[] = []
    for (const [method, path, body] of calls)
      statuses.push((await user.call(method, `/v1/notes/${id}${path}`, body)).status)
    return statuses
  }

  test('404 in every way when one of its records is hidden, even for its author', async () => {
    const [hidden, open] = [await aDeal(owner, { visible_to: 1 }), await aPerson(owner, { visible_to: 7 })]
    const values = { deal_id: hidden.id, person_id: open.id, user_id: colleague.userId }
    const { id } = await aNote({ ...values, content: 'zqsecret words' })
    const { uuid } = await made(owner, `/v1/notes/${id}/comments`, { content: 'zqsecret' })

    expect(await everyWay(colleague, id, uuid)).toEqual(Array(8).fill(404))
    expect((await colleague.call('GET', `/v1/notes?person_id=${open.id}`)).body.data).toBeNull()
    expect((await colleague.call('GET', `/v1/persons/${open.id}/flow?items=note,comment`)).body.data).toBeNull()
    const found = await colleague.call('GET', '/v1/itemSearch?term=zqsecret')
    expect(found.body.data.items).toEqual([])
    expect((await colleague.call('POST', '/v1/notes', { content: 'x', deal_id: hidden.id })).body.field).toBe('deal_id')
    expect(await noteOf(id)).toMatchObject({ content: 'zqsecret words', active_flag: true })
  })

  test('an open record that is found does not show a hidden note on it', async () => {
    const [hidden, open] = [await aDeal(owner, { visible_to: 1 }), await aPerson(owner, { name: 'Zqopen' })]
    await aNote({ deal_id: hidden.id, person_id: open.id, content: 'Zqopen is leaving' })
    const shown = async (user: TestUser) =>
      (await user.call('GET', '/v2/persons/search?term=zqopen')).body.data.items[0].item.notes

    expect(await shown(colleague)).toEqual([])
    expect(await shown(owner)).toEqual(['Zqopen is leaving'])
  })

  test('404 in every way for another company', async () => {
    const stranger = await crm.company()
    const { id } = await aNote(await threePlaces())
    const { uuid } = await made(owner, `/v1/notes/${id}/comments`, { content: 'x' })

    expect(await everyWay(stranger, id, uuid)).toEqual(Array(8).fill(404))
    expect((await stranger.call('GET', '/v1/notes')).body.data).toBeNull()
  })
})

test('search finds records by what their notes say, not by their tags', async () => {
  const places = { ...(await threePlaces()), lead_id: (await aLead(owner)).id }
  const { id } = await aNote({ ...places, content: '<p>Zebra<b>fish</b> swims</p><p>Żółw &amp; co</p>' })
  const found = async (query: string) => {
    const { items } = (await owner.call('GET', `/v2/itemSearch?${query}`)).body.data
    return items.map(({ item }: { item: { type: string; id: unknown } }) => [item.type, item.id]).sort()
  }
  const all = [
    ['deal', places.deal_id],
    ['lead', places.lead_id],
    ['organization', places.org_id],
    ['person', places.person_id],
  ]

  expect(await found('term=zebrafish')).toEqual(all)
  expect(await found('term=fish%20zebra')).toEqual(all)
  expect(await found(`term=${encodeURIComponent('żółw & co')}&fields=notes`)).toEqual(all)
  expect(await found('term=zebrafish&item_types=deal')).toEqual([all[0]])
  expect(await found('term=zebrafish&fields=title,name')).toEqual([])
  expect(await found('term=strong')).toEqual([])
  const one = (await owner.call('GET', '/v2/deals/search?term=zebrafish&fields=notes')).body.data.items
  expect(one).toMatchObject([{ item: { id: places.deal_id, notes: ['Zebrafish swims  Żółw & co'] } }])
  const older = (await owner.call('GET', '/v1/persons/search?term=zebrafish')).body.data.items
  expect(older).toMatchObject([{ item: { id: places.person_id } }])

  await owner.call('PUT', `/v1/notes/${id}`, { content: 'Anglerfish' })
  expect(await found('term=zebrafish')).toEqual([])
  expect(await found('term=anglerfish')).toEqual(all)
  await owner.call('DELETE', `/v1/notes/${id}`)
  expect(await found('term=anglerfish')).toEqual([])
})

test('the flow of a record shows its notes and their comments', async () => {
  const at = await threePlaces()
  const { id } = await aNote(at)
  const { uuid } = await made(owner, `/v1/notes/${id}/comments`, { content: 'Said' })

  for (const path of [`deals/${at.deal_id}`, `persons/${at.person_id}`, `organizations/${at.org_id}`]) {
    const items = (await owner.call('GET', `/v1/${path}/flow?items=note,comment`)).body.data
    expect(items.map((item: { object: string }) => item.object).sort()).toEqual(['comment', 'note'])
    expect(items.find((item: { object: string }) => item.object === 'note').data).toEqual(await noteOf(id))
    expect(items.find((item: { object: string }) => item.object === 'comment').data).toMatchObject({ uuid })
  }
  await owner.call('DELETE', `/v1/notes/${id}`)
  expect((await owner.call('GET', `/v1/deals/${at.deal_id}/flow?items=note,comment`)).body.data).toBeNull()
})

describe('after 30 days', () => {
  const gone = async (table: string, id: number | string) => crm.sql`
    update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - interval '31 days' where id = ${id}`
  const logOf = (entity: string, id: number | string) => crm.sql`
    select action, after from crm.change where entity = ${entity} and entity_id = ${String(id)} order by seq`

  test('deleted notes and comments are gone, and what they said is gone from the log', async () => {
    const [kept, old] = [await aNote(await threePlaces()), await aNote(await threePlaces())]
    const { uuid } = await made(owner, `/v1/notes/${old.id}/comments`, { content: 'With its note' })
    const { uuid: alone } = await made(owner, `/v1/notes/${kept.id}/comments`, { content: 'Alone' })
    await gone('note', old.id)
    await gone('comment', alone)

    await run(PURGE)

    expect((await owner.call('GET', `/v1/notes/${old.id}`)).status).toBe(404)
    expect((await owner.call('GET', `/v1/notes/${kept.id}/comments/${alone}`)).status).toBe(404)
    expect((await owner.call('GET', `/v1/notes/${kept.id}`)).status).toBe(200)
    for (const log of [await logOf('note', old.id), await logOf('comment', uuid), await logOf('comment', alone)])
      expect(log).toEqual([
        { action: 'added', after: null },
        { action: 'purged', after: null },
      ])
    expect(await crm.sql`select from crm.note_words where id = ${old.id}`).toHaveLength(0)
  })

  test('a note goes with the last of its records, and stays with the others', async () => {
    const { deal_id, person_id } = await threePlaces()
    const lonely = await aNote({ deal_id })
    const { uuid } = await made(owner, `/v1/notes/${lonely.id}/comments`, { content: 'x' })
    const shared = await aNote({ deal_id, person_id, pinned_to_deal_flag: 1, pinned_to_person_flag: 1 })
    await gone('deal', deal_id)

    await run(PURGE)

    expect((await owner.call('GET', `/v1/notes/${lonely.id}`)).status).toBe(404)
    expect(await crm.sql`select from crm.comment where id = ${uuid}`).toHaveLength(0)
    expect(await noteOf(shared.id)).toMatchObject({
      deal_id: null,
      person_id,
      pinned_to_deal_flag: false,
      pinned_to_person_flag: true,
    })
  })
})
