import * as older from 'pipedrive/v1'
import { ProjectsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { aDeal, anOrganization, aPerson, made } from '../../testing/builders.ts'
import { aColleagueBeside } from '../../testing/people.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const projects = new ProjectsApi(owner.v2)
const inV1 = new older.ProjectsApi(owner.v1)
let colleague: TestUser
let ids: { deals: number[]; person: number; org: number; label: number; health: number }

const aProject = (values: object = {}) => made(owner, '/v2/projects', { title: 'Project', ...values })
const read = async (id: number) => (await owner.call('GET', `/v2/projects/${id}`)).body.data
const optionOf = async (field: string) =>
  (await owner.call('GET', `/v2/projectFields/${field}`)).body.data.options[0].id

beforeAll(async () => {
  colleague = await crm.colleague(owner)
  ids = {
    deals: [(await aDeal(owner)).id, (await aDeal(owner)).id],
    person: (await aPerson(owner)).id,
    org: (await anOrganization(owner)).id,
    label: await optionOf('label_ids'),
    health: await optionOf('health_status'),
  }
})

describe('the client of v2', () => {
  test('adds a project with everything, and v1 shows the same', async () => {
    const { key } = await addField(owner, 'project', 'varchar')
    const [first = 0, second = 0] = ids.deals
    const added = await projects.addProject({
      AddProjectRequest: {
        title: 'Website',
        description: 'All of it',
        status: 'open',
        owner_id: colleague.userId,
        start_date: '2026-01-02',
        end_date: '2026-03-04',
        deal_ids: [second, first, second],
        person_ids: [ids.person],
        org_ids: [ids.org],
        label_ids: [ids.label],
        health_status: ids.health,
        custom_fields: { [key]: 'Blue' },
      },
    })

    const project = added.data
    expect(project).toMatchObject({
      title: 'Website',
      description: 'All of it',
      status: 'open',
      owner_id: colleague.userId,
      start_date: '2026-01-02',
      end_date: '2026-03-04',
      deal_ids: [second, first],
      person_ids: [ids.person],
      org_ids: [ids.org],
      label_ids: [ids.label],
      health_status: ids.health,
      archive_time: null,
      custom_fields: { [key]: 'Blue' },
    })
    expect(project?.status_change_time).toBe(project?.add_time)
    const { data } = await inV1.getProject({ id: project?.id ?? 0 })
    expect(data).toMatchObject({
      title: 'Website',
      deal_ids: [second, first],
      person_id: ids.person,
      org_id: ids.org,
      labels: [ids.label],
      health_status: ids.health,
      phase_id: project?.phase_id,
      [key]: 'Blue',
    })
    expect(data?.add_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)
  })

  test('changes what is sent and leaves the rest, and empties what is sent empty', async () => {
    const { id, phase_id } = await aProject({ deal_ids: ids.deals, person_ids: [ids.person], description: 'Old' })

    const changed = await projects.updateProject({
      id,
      UpdateProjectRequest: { title: 'Renamed', status: 'completed', person_ids: [], end_date: '2026-05-06' },
    })

    expect(changed.data).toMatchObject({
      title: 'Renamed',
      status: 'completed',
      person_ids: [],
      end_date: '2026-05-06',
    })
    expect(await read(id)).toMatchObject({ deal_ids: ids.deals, phase_id, description: 'Old' })
    expect((await owner.call('PATCH', `/v2/projects/${id}`, { end_date: null, description: null })).status).toBe(200)
    expect(await read(id)).toMatchObject({ end_date: null, description: null })
  })

  test('archives a project, which leaves the list for that of archived ones until it is taken out again', async () => {
    const { id } = await aProject({ title: 'To archive' })
    const listed = async (list: 'getProjects' | 'getArchivedProjects') =>
      ((await projects[list]({ limit: 500 })).data ?? []).map(project => project.id)

    const archived = (await projects.archiveProject({ id })).data

    expect(archived?.archive_time).not.toBeNull()
    expect([(await listed('getProjects')).includes(id), (await listed('getArchivedProjects')).includes(id)]).toEqual([
      false,
      true,
    ])
    await owner.call('PATCH', `/v2/projects/${id}`, { is_archived: false })
    expect([(await listed('getProjects')).includes(id), (await listed('getArchivedProjects')).includes(id)]).toEqual([
      true,
      false,
    ])
  })

  test('deletes a project, which a status brings back', async () => {
    const { id } = await aProject({ title: 'To delete', status: 'canceled' })

    expect((await projects.deleteProject({ id })).data).toEqual({ id })

    const found = async (status?: string) =>
      ((await projects.getProjects({ limit: 500, ...(status && { status }) })).data ?? []).map(project => project.id)
    expect(await found()).not.toContain(id)
    expect(await found('deleted')).toContain(id)
    expect((await projects.getProject({ id })).data?.status).toBe('deleted')
    const refused = await owner.call('PATCH', `/v2/projects/${id}`, { title: 'Back' })
    expect([refused.status, refused.body.error]).toEqual([410, expect.stringContaining('status open')])
    await projects.updateProject({ id, UpdateProjectRequest: { status: 'open', title: 'Back' } })
    expect(await read(id)).toMatchObject({ status: 'open', title: 'Back' })
    expect(await found('open,completed')).toContain(id)
  })

  test('lists projects of a phase, a deal, a person, an organization and a filter, by cursor', async () => {
    const [deal, person, org] = [(await aDeal(owner)).id, (await aPerson(owner)).id, (await anOrganization(owner)).id]
    const about = { deal_ids: [deal], person_ids: [ids.person, person], org_ids: [org] }
    const mine = [(await aProject({ title: 'One', ...about })).id, (await aProject({ title: 'Two', ...about })).id]
    const listed = async (query: object) => ((await projects.getProjects(query)).data ?? []).map(project => project.id)

    for (const query of [{ deal_id: deal }, { person_id: person }, { org_id: org }])
      expect(await listed(query)).toEqual(mine)
    const { phase_id } = await read(mine[0] ?? 0)
    expect(await listed({ phase_id, limit: 500 })).toEqual(expect.arrayContaining(mine))
    expect(await listed({ phase_id: 900_001 })).toEqual([])

    const first = await projects.getProjects({ deal_id: deal, limit: 1 })
    const cursor = first.additional_data?.next_cursor ?? ''
    const rest = await projects.getProjects({ deal_id: deal, limit: 1, cursor })
    expect([...(first.data ?? []), ...(rest.data ?? [])].map(project => project.id)).toEqual(mine)
    expect(rest.additional_data?.next_cursor).toBeNull()
  })

  test('tells what happened to a project, newest first, a deletion and a custom field among it', async () => {
    const { key } = await addField(owner, 'project', 'double')
    const { id, phase_id } = await aProject({ deal_ids: ids.deals })
    const [one = 0] = ids.deals
    await owner.call('PATCH', `/v2/projects/${id}`, { deal_ids: [one], custom_fields: { [key]: 7 } })
    await projects.archiveProject({ id })
    await projects.deleteProject({ id })

    const first = await projects.getProjectChangelog({ id, limit: 2 })
    const rest = await projects.getProjectChangelog({ id, cursor: first.additional_data?.next_cursor ?? '' })

    const [deleted, archived, changed, ...more] = [...(first.data ?? []), ...(rest.data ?? [])]
    expect(more).toEqual([])
    expect(deleted).toMatchObject({
      old_values: { status: 'open' },
      new_values: { status: 'deleted' },
      actor_user_id: owner.userId,
      change_source: 'api',
    })
    expect(archived?.old_values?.archive_time).toBeNull()
    expect(archived?.new_values?.archive_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(changed).toMatchObject({
      old_values: { deal_ids: ids.deals, [key]: null },
      new_values: { deal_ids: [one], [key]: 7 },
    })
    expect(phase_id).toBeGreaterThan(0)
    expect((await owner.call('GET', `/v2/projects/${id}/changelog?cursor=x`)).status).toBe(400)
  })

  test('names everybody in the company as those who may see a project, and a colleague does', async () => {
    const { id } = await aProject()

    expect((await projects.getProjectUsers({ id })).data).toEqual([owner.userId, colleague.userId])
    expect((await colleague.call('GET', `/v2/projects/${id}`)).status).toBe(200)
    expect((await colleague.call('PATCH', `/v2/projects/${id}`, { title: 'Ours' })).status).toBe(200)
    expect((await owner.call('GET', '/v2/projects/900001/permittedUsers')).status).toBe(404)
  })
})

test('the client of v1 adds, reads, lists, changes, archives and deletes a project', async () => {
  const { key } = await addField(owner, 'project', 'enum', ['S', 'M'])
  const [size] = (await owner.call('GET', `/v2/projectFields/${key}`)).body.data.options
  const added = await inV1.addProject({
    AddProjectRequest: {
      title: 'Of v1',
      deal_ids: ids.deals,
      person_id: ids.person,
      org_id: ids.org,
      labels: [ids.label],
      [key]: size.id,
    },
  } as never)
  const id = added.data?.id ?? 0
  expect(added).toMatchObject({ additional_data: null, data: { title: 'Of v1', [key]: String(size.id) } })
  expect(await read(id)).toMatchObject({ deal_ids: ids.deals, person_ids: [ids.person], org_ids: [ids.org] })

  await inV1.updateProject({ id, UpdateProjectRequest: { title: 'Renamed', status: 'completed' } })
  await owner.call('PUT', `/v1/projects/${id}`, { person_id: null, labels: '' })
  expect(await read(id)).toMatchObject({ title: 'Renamed', status: 'completed', person_ids: [], label_ids: [] })

  const listed = async (query: object) =>
    ((await inV1.getProjects({ limit: 500, ...query })).data ?? []).map(project => project.id)
  expect(await listed({ status: 'completed' })).toContain(id)
  expect(await listed({ status: 'open' })).not.toContain(id)
  const archived = await inV1.archiveProject({ id })
  expect(archived.data?.archive_time).not.toBeNull()
  expect(await listed({})).not.toContain(id)
  expect(await listed({ include_archived: true })).toContain(id)

  expect(await inV1.deleteProject({ id })).toMatchObject({
    data: { success: true, data: { id } },
    additional_data: null,
  })
  expect((await inV1.getProject({ id })).data?.status).toBe('deleted')
})

describe('refuses', () => {
  const hidden = async (kind: 'deals' | 'persons' | 'organizations') => {
    const body = kind === 'deals' ? { title: 'Hidden' } : { name: 'Hidden' }
    return (await made(owner, `/v2/${kind}`, { ...body, visible_to: 1 })).id
  }

  test.each([
    [{}, 'title'],
    [{ title: ' ' }, 'title'],
    [{ title: 'P', status: 'deleted' }, 'status'],
    [{ title: 'P', status: 'done' }, 'status'],
    [{ title: 'P', owner_id: 900_001 }, 'owner_id'],
    [{ title: 'P', board_id: 900_001 }, 'board_id'],
    [{ title: 'P', phase_id: 900_001 }, 'phase_id'],
    [{ title: 'P', start_date: '2026-02-30' }, 'start_date'],
    [{ title: 'P', deal_ids: [900_001] }, 'deal_ids'],
    [{ title: 'P', label_ids: [900_001] }, 'label_ids'],
    [{ title: 'P', health_status: 900_001 }, 'health_status'],
    [{ title: 'P', template_id: 900_001 }, 'template_id'],
    [{ title: 'P', custom_fields: { nope: 1 } }, 'custom_fields.nope'],
    [{ title: 'P', deal_ids: Array.from({ length: 501 }, (_, at) => at + 1) }, 'deal_ids'],
  ])('400 for a new project with %j, naming %s', async (body, field) => {
    const reply = await owner.call('POST', '/v2/projects', body)

    expect([reply.status, reply.body.field], JSON.stringify(reply.body)).toEqual([400, field])
  })

  test('400 for a new project without a required field and for clearing it, in both versions', async () => {
    const stranger = await crm.company()
    const { key } = await addField(stranger, 'project', 'varchar')
    for (const field of [key, 'person_ids'])
      await stranger.call('PATCH', `/v2/projectFields/${field}`, { required_fields: { enabled: true } })
    const person = await aPerson(stranger)
    const whole = { title: 'Whole', person_ids: [person.id], custom_fields: { [key]: 'A-1' } }
    const { id } = await made(stranger, '/v2/projects', whole)

    for (const [method, path, body, field] of [
      ['POST', '/v2/projects', { ...whole, custom_fields: {} }, `custom_fields.${key}`],
      ['POST', '/v2/projects', { ...whole, person_ids: [] }, 'person_ids'],
      ['POST', '/v1/projects', { title: 'V1', person_id: person.id }, key],
      ['PATCH', `/v2/projects/${id}`, { person_ids: [] }, 'person_ids'],
      ['PUT', `/v1/projects/${id}`, { [key]: '' }, key],
    ] as const) {
      const reply = await stranger.call(method, path, body)
      expect([method, path, reply.status, reply.body.field]).toEqual([method, path, 400, field])
    }
    expect((await stranger.call('PATCH', `/v2/projects/${id}`, { title: 'Renamed' })).status).toBe(200)
  })

  test('400 for a new link to what the caller may not see, though what is linked already stays', async () => {
    const stranger = await aColleagueBeside(crm, owner)
    const about = {
      deal_ids: [await hidden('deals')],
      person_ids: [await hidden('persons')],
      org_ids: [await hidden('organizations')],
    }
    const { id } = await aProject(about)

    for (const [list, linked] of Object.entries(about)) {
      const refused = await stranger.call('POST', '/v2/projects', { title: 'P', [list]: linked })
      expect([refused.status, refused.body.field]).toEqual([400, list])
    }
    const kept = await stranger.call('PATCH', `/v2/projects/${id}`, { ...about, title: 'Renamed' })
    expect([kept.status, kept.body.data.deal_ids]).toEqual([200, about.deal_ids])
  })
})
