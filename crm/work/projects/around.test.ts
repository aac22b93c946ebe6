import { addJob } from '@portico/kit/jobs/jobs'
import { BetaApi, ItemSearchApi, ProjectFieldsApi, ProjectsApi } from 'pipedrive/v2'
import { describe, expect, test } from 'vitest'
import { PURGE } from '../../across/purge/purge.ts'
import { addField } from '../../testing/addField.ts'
import { aDeal, anActivity, anOrganization, aPerson, made } from '../../testing/builders.ts'
import { conditions } from '../../testing/filterConditions.ts'
import { aColleagueBeside } from '../../testing/people.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const projects = new ProjectsApi(owner.v2)

const aProject = (values: object = {}) => made(owner, '/v2/projects', { title: 'Project', ...values })
const read = async (id: number) => (await owner.call('GET', `/v2/projects/${id}`)).body.data

async function fileOn(project_id: number) {
  const form = new FormData()
  form.set('project_id', String(project_id))
  form.set('file', new Blob(['text']), 'plan.txt')
  const headers = { 'x-api-token': owner.token }
  const reply = await fetch(`${crm.origin}/v1/files`, { method: 'POST', headers, body: form })
  return ((await reply.json()) as { data: { id: number } }).data
}

describe('what hangs on a project', () => {
  test('activities name it in both versions, and v1 lists those the caller may see, by cursor', async () => {
    const { id } = await aProject()
    const one = await anActivity(owner, { subject: 'Plan', project_id: id })
    const hidden = await aDeal(owner, { visible_to: 1 })
    const two = await anActivity(owner, { subject: 'Secret', project_id: id, deal_id: hidden.id })
    const three = await made(owner, '/v1/activities', { subject: 'Of v1', project_id: id })
    const gone = await anActivity(owner, { subject: 'Gone', project_id: id })
    await owner.call('DELETE', `/v2/activities/${gone.id}`)
    const stranger = await aColleagueBeside(crm, owner)
    const listed = async (user: typeof owner, query = '') =>
      (await user.call('GET', `/v1/projects/${id}/activities${query}`)).body
    const idsOf = (body: { data: { id: number }[] }) => body.data.map(activity => activity.id)

    expect(idsOf(await listed(owner))).toEqual([one.id, two.id, three.id])
    expect(idsOf(await listed(stranger))).toEqual([one.id, three.id])
    const first = await listed(owner, '?limit=2')
    expect(idsOf(await listed(owner, `?limit=2&cursor=${first.additional_data.next_cursor}`))).toEqual([three.id])
    expect((await owner.call('GET', '/v1/projects/900001/activities')).status).toBe(404)
  })

  test('a note can be on it alone, is pinned to it and shows its title', async () => {
    const { id } = await aProject({ title: 'Noted' })

    const note = await made(owner, '/v1/notes', { content: 'Mind the gap', project_id: id, pinned_to_project_flag: 1 })

    expect(note).toMatchObject({ project_id: id, project: { title: 'Noted' }, pinned_to_project_flag: true })
    const listed = await owner.call('GET', `/v1/notes?project_id=${id}&pinned_to_project_flag=1`)
    expect(listed.body.data).toMatchObject([{ id: note.id }])
  })

  test('a file hangs on it and shows its title', async () => {
    const { id } = await aProject({ title: 'Filed' })

    const file = await fileOn(id)

    expect((await owner.call('GET', `/v1/files/${file.id}`)).body.data).toMatchObject({
      project_id: id,
      project_name: 'Filed',
    })
  })

  test('400 for a project that is deleted or of another company, naming project_id', async () => {
    const { id } = await aProject()
    await owner.call('DELETE', `/v2/projects/${id}`)
    const theirs = await made(await crm.company(), '/v2/projects', { title: 'Theirs' })

    for (const project_id of [id, theirs.id])
      for (const [path, body] of [
        ['/v2/activities', { subject: 'Call' }],
        ['/v1/activities', { subject: 'Call' }],
        ['/v1/notes', { content: 'Note' }],
      ] as const) {
        const reply = await owner.call('POST', path, { ...body, project_id })
        expect([path, reply.status, reply.body.field]).toEqual([path, 400, 'project_id'])
      }
  })
})

describe('search', () => {
  test('finds a project by title, description, custom field and note, narrowed by what it is about', async () => {
    const { key } = await addField(owner, 'project', 'varchar')
    const person = await aPerson(owner, { name: 'Paula' })
    const org = await anOrganization(owner, { name: 'Acme', address: { value: 'Main Street 1' } })
    const deal = await aDeal(owner, { title: 'Sold' })
    const { id, board_id, phase_id } = await aProject({
      title: 'Zebra crossing',
      description: 'Stripes and quagga',
      end_date: '2026-09-01',
      deal_ids: [deal.id],
      person_ids: [person.id],
      org_ids: [org.id],
      custom_fields: { [key]: 'okapi' },
    })
    await made(owner, '/v1/notes', { content: 'Seen near the giraffe', project_id: id })
    const client = new BetaApi(owner.v2)
    const found = async (query: { term: string; person_id?: number; organization_id?: number; fields?: 'title' }) =>
      ((await client.searchProjects(query)).data?.items ?? []).map(({ item }) => item)

    expect(await found({ term: 'zebra' })).toEqual([
      {
        id,
        type: 'project',
        title: 'Zebra crossing',
        status: 'open',
        owner: { id: owner.userId },
        board_id,
        phase: { id: phase_id, name: 'Kick-off' },
        person: { id: person.id, name: 'Paula' },
        organization: { id: org.id, name: 'Acme', address: 'Main Street 1' },
        deal: { id: deal.id, title: 'Sold' },
        deal_count: 1,
        description: 'Stripes and quagga',
        end_date: '2026-09-01',
        custom_fields: [],
        notes: [],
      },
    ])
    for (const term of ['quagga', 'okapi', 'giraffe']) expect(await found({ term })).toMatchObject([{ id }])
    expect(await found({ term: 'quagga', fields: 'title' })).toEqual([])
    expect(await found({ term: 'zebra', person_id: person.id, organization_id: org.id })).toMatchObject([{ id }])
    expect(await found({ term: 'zebra', person_id: (await aPerson(owner)).id })).toEqual([])

    const items = new ItemSearchApi(owner.v2)
    const everywhere = await items.searchItem({ term: 'zebra', item_types: 'project' })
    expect(everywhere.data?.items).toMatchObject([{ item: { id, type: 'project' } }])
    const byField = await items.searchItemByField({ term: 'okapi', entity_type: 'project', field: key })
    expect(byField.data).toMatchObject([{ item: { id } }])
    const older = await owner.call('GET', '/v1/itemSearch?term=quagga&item_types=project')
    expect(older.body.data.items).toMatchObject([{ item: { id } }])
  })

  test('shows no name of what the caller may not see, and no deleted project', async () => {
    const about = {
      deal_ids: [(await aDeal(owner, { title: 'Hidden', visible_to: 1 })).id],
      person_ids: [(await aPerson(owner, { name: 'Hidden', visible_to: 1 })).id],
      org_ids: [(await anOrganization(owner, { name: 'Hidden', visible_to: 1 })).id],
    }
    const { id } = await aProject({ title: 'Walrus', ...about })
    const stranger = await aColleagueBeside(crm, owner)
    const found = async () => (await stranger.call('GET', '/v2/projects/search?term=walrus')).body.data.items

    expect((await found())[0].item).toMatchObject({ person: null, organization: null, deal: null, deal_count: 1 })
    await owner.call('DELETE', `/v2/projects/${id}`)
    expect(await found()).toEqual([])
  })
})

test('filters ask for fields of a project and of what it is about', async () => {
  const deal = await aDeal(owner, { title: 'Asked for' })
  const person = await aPerson(owner, { name: 'Asked for' })
  const org = await anOrganization(owner, { name: 'Asked for' })
  const about = { deal_ids: [(await aDeal(owner)).id, deal.id], person_ids: [person.id], org_ids: [org.id] }
  const { id } = await aProject({ title: 'Found', ...about })
  await anActivity(owner, { subject: 'Asked for', project_id: id })
  const kept = async (...all: Parameters<typeof conditions>[0]) => {
    const filter = await made(owner, '/v1/filters', { name: 'F', type: 'projects', conditions: conditions(all) })
    const inV2 = (await projects.getProjects({ filter_id: filter.id, limit: 500 })).data ?? []
    const inV1 = (await owner.call('GET', `/v1/projects?filter_id=${filter.id}&limit=500`)).body.data
    expect(inV1.map((project: { id: number }) => project.id)).toEqual(inV2.map(project => project.id))
    return inV2.map(project => project.id)
  }

  expect(await kept(['deal', 'title', '=', 'Asked for'])).toEqual([id])
  expect(await kept(['person', 'name', '=', 'Asked for'])).toEqual([id])
  expect(await kept(['organization', 'name', '=', 'Asked for'])).toEqual([id])
  expect(await kept(['activity', 'subject', '=', 'Asked for'])).toEqual([id])
  expect(await kept(['project', 'deal_ids', '=', String(deal.id)])).toEqual([id])
  expect(await kept(['project', 'deal_ids', '!=', String(deal.id)])).not.toContain(id)
  expect(await kept(['project', 'person_ids', 'IS NULL'])).not.toContain(id)
  const ofProject = conditions([['project', 'title', '=', 'Found']])
  const filter = await made(owner, '/v1/filters', { name: 'F', type: 'activity', conditions: ofProject })
  expect((await owner.call('GET', `/v2/activities?filter_id=${filter.id}`)).body.data).toHaveLength(1)
})

describe('merging', () => {
  test.each([
    ['deals', 'deal_ids', { title: 'D' }],
    ['persons', 'person_ids', { name: 'P' }],
    ['organizations', 'org_ids', { name: 'O' }],
  ] as const)('%s: the project is about the survivor, once, and its changelog says so', async (path, list, body) => {
    const [gone, survivor, other] = [
      (await made(owner, `/v2/${path}`, body)).id,
      (await made(owner, `/v2/${path}`, body)).id,
      (await made(owner, `/v2/${path}`, body)).id,
    ]
    const alone = await aProject({ [list]: [gone, other] })
    const both = await aProject({ [list]: [survivor, gone, other] })

    const merged = await owner.call('PUT', `/v1/${path}/${gone}/merge`, { merge_with_id: survivor })

    expect(merged.status).toBe(200)
    expect((await read(alone.id))[list]).toEqual([survivor, other])
    expect((await read(both.id))[list]).toEqual([survivor, other])
    const [change] = (await projects.getProjectChangelog({ id: alone.id })).data ?? []
    expect(change).toMatchObject({ old_values: { [list]: [gone, other] }, new_values: { [list]: [survivor, other] } })
  })

  test('a custom field of a project that names a merged person names the survivor', async () => {
    const { key } = await addField(owner, 'project', 'people')
    const [gone, survivor] = [await aPerson(owner), await aPerson(owner)]
    const { id } = await aProject({ custom_fields: { [key]: gone.id } })

    await owner.call('PUT', `/v1/persons/${gone.id}/merge`, { merge_with_id: survivor.id })

    expect((await read(id)).custom_fields[key]).toBe(survivor.id)
  })
})

test('a deal that became a lead and is a deal again has its project back', async () => {
  const deal = await aDeal(owner, { person_id: (await aPerson(owner)).id })
  const { id } = await aProject({ deal_ids: [deal.id] })
  const converted = async (path: string, what: 'lead_id' | 'deal_id') => {
    const { conversion_id } = (await owner.call('POST', path, {})).body.data
    const status = () =>
      owner.call('GET', `${path.replace('/convert/', '/convert/status/').replace(/\w+$/, conversion_id)}`)
    await expect.poll(async () => (await status()).body.data.status).toBe('completed')
    return (await status()).body.data[what]
  }
  const lead = await converted(`/v2/deals/${deal.id}/convert/lead`, 'lead_id')
  const again = await converted(`/v2/leads/${lead}/convert/deal`, 'deal_id')

  expect((await read(id)).deal_ids).toEqual([again])
})

test('a purged project is gone, what hung on it lives on without it, and notes on it alone go with it', async () => {
  const deal = await aDeal(owner)
  const person = await aPerson(owner)
  const { id } = await aProject({ deal_ids: [deal.id], person_ids: [person.id] })
  const kept = await aProject({ person_ids: [person.id, (await aPerson(owner)).id] })
  const activity = await anActivity(owner, { subject: 'Stays', project_id: id })
  const file = await fileOn(id)
  const alone = await made(owner, '/v1/notes', { content: 'Goes', project_id: id })
  const shared = await made(owner, '/v1/notes', { content: 'Stays', project_id: id, deal_id: deal.id })
  for (const [table, deleted] of [
    ['project', id],
    ['person', person.id],
  ] as const)
    await crm.sql`update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - interval '31 days'
      where company_id = ${owner.companyId} and id = ${deleted}`

  await addJob(crm.sql, PURGE, {})
  const waiting = async () =>
    (await crm.sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = ${PURGE}`)[0]?.n
  await expect.poll(waiting).toBe(0)

  const status = async (path: string) => (await owner.call('GET', path)).status
  expect([await status(`/v2/projects/${id}`), await status(`/v1/notes/${alone.id}`)]).toEqual([404, 404])
  expect((await owner.call('GET', `/v2/activities/${activity.id}`)).body.data.project_id).toBeNull()
  expect((await owner.call('GET', `/v1/notes/${shared.id}`)).body.data).toMatchObject({ project_id: null })
  // A file that hung on nothing else goes with its project.
  expect(await status(`/v1/files/${file.id}`)).toBe(404)
  expect((await read(kept.id)).person_ids).toHaveLength(1)
})

test('the client keeps fields of projects and their options', async () => {
  const fields = new ProjectFieldsApi(owner.v2)
  const AddProjectFieldRequest = { field_name: 'Size', field_type: 'enum', options: [{ label: 'S' }] } as const
  const added = (await fields.addProjectField({ AddProjectFieldRequest: AddProjectFieldRequest as never })).data
  const field_code = added?.field_code ?? ''
  const request = { field_name: 'T-shirt size', required_fields: { enabled: true } }
  await fields.updateProjectField({ field_code, UpdateProjectFieldRequest: request as never })
  await fields.addProjectFieldOptions({ field_code, AddDealFieldOptionsRequestInner: [{ label: 'M' }] })
  const options = (await fields.getProjectField({ field_code })).data?.options as { id: number; label: string }[]
  const [small, medium] = options
  await fields.updateProjectFieldOptions({
    field_code,
    UpdateDealFieldOptionsRequestInner: [{ id: small?.id ?? 0, label: 'Small' }],
  })
  const { id } = await aProject({ custom_fields: { [field_code]: medium?.id } })
  await fields.deleteProjectFieldOptions({ field_code, DeleteDealFieldOptionsRequestInner: [{ id: medium?.id ?? 0 }] })

  const shown = (await owner.call('GET', `/v2/projectFields/${field_code}?include_fields=required_fields`)).body.data
  expect(shown).toMatchObject({ field_name: 'T-shirt size', required_fields: { enabled: true } })
  expect(shown.options).toMatchObject([{ label: 'Small' }])
  const all = (await fields.getProjectFields({ limit: 500 })).data ?? []
  expect(all.map(field => field.field_code)).toEqual(expect.arrayContaining(['title', 'phase_id', field_code]))
  // Values of options that were deleted leave the records a little later.
  await expect.poll(async () => (await read(id)).custom_fields[field_code]).toBeNull()
  await fields.deleteProjectField({ field_code })
  expect((await owner.call('GET', `/v2/projectFields/${field_code}`)).status).toBe(404)
})
