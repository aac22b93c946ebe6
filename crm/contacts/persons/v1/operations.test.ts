import { PersonsApi as PersonsApiV1 } from 'pipedrive/v1'
import { OrganizationsApi, PersonsApi } from 'pipedrive-classic/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { made } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let persons: PersonsApi
let organizations: OrganizationsApi

beforeAll(async () => {
  persons = new PersonsApi(crm.owner.classic)
  organizations = new OrganizationsApi(crm.owner.classic)
})

describe('a person of the old client', () => {
  test('is written and read with its relations written out', async () => {
    const org = await organizations.addOrganization({ AddOrganizationRequest: { name: 'Old Ltd' } })

    const added = await persons.addPerson({
      AddPersonRequest: {
        name: 'Olaf Old',
        org_id: org.data?.id ?? 0,
        email: [{ value: 'o@example.com', primary: true, label: 'home' }],
        phone: '123' as never,
        add_time: '2020-01-02 03:04:05',
      } as never,
    })
    const id = added.data?.id ?? 0
    await persons.updatePerson({
      id,
      UpdatePersonRequest: { visible_to: '3', email: ['x@example.com', 'y@example.com'] } as never,
    })

    const read = await persons.getPerson({ id })
    expect(read.data).toMatchObject({
      id,
      company_id: crm.owner.companyId,
      name: 'Olaf Old',
      first_name: 'Olaf',
      last_name: 'Old',
      first_char: 'o',
      owner_id: { id: crm.owner.userId, value: crm.owner.userId, has_pic: 0, name: 'Olga Owner' },
      org_id: { value: org.data?.id, name: 'Old Ltd', people_count: 1, active_flag: true },
      org_name: 'Old Ltd',
      email: [
        { value: 'x@example.com', primary: true, label: 'work' },
        { value: 'y@example.com', primary: false, label: 'work' },
      ],
      phone: [{ value: '123', primary: true, label: 'work' }],
      visible_to: '3',
      label: null,
      label_ids: [],
      active_flag: true,
      picture_id: null,
      open_deals_count: 0,
      add_time: '2020-01-02 03:04:05',
    })
    expect(read.additional_data?.dropbox_email).toContain('@')
    expect(read.related_objects).toMatchObject({
      user: { [crm.owner.userId]: { name: 'Olga Owner' } },
      organization: { [org.data?.id ?? 0]: { name: 'Old Ltd' } },
    })
    const v2 = (await crm.owner.call('GET', `/v2/persons/${id}`)).body.data
    expect(v2.emails).toHaveLength(2)
  })

  test('without e-mail shows one empty entry, and sending it back changes nothing', async () => {
    const { id } = await made(crm.owner, '/v1/persons', { name: 'Bare' })
    const { data } = await persons.getPerson({ id })
    expect(data?.email).toEqual([{ value: '', primary: true, label: '' }])

    await crm.owner.call('PUT', `/v1/persons/${id}`, { email: data?.email, last_name: 'Back' })

    expect((await crm.owner.call('GET', `/v2/persons/${id}`)).body.data).toMatchObject({
      emails: [],
      name: 'Bare Back',
      first_name: 'Bare',
      last_name: 'Back',
    })
  })

  test('has custom fields and the parts of its address flat beside the others', async () => {
    const { key } = await addField(crm.owner, 'person', 'double')
    expect((await crm.owner.call('POST', '/v1/persons', { name: 'x', [key]: 'nonsense' })).status).toBe(400)

    const { id } = await made(crm.owner, '/v1/persons', {
      name: 'Fields',
      [key]: '42.5',
      postal_address: 'Main Street 5, 10115 Berlin, Germany',
      postal_address_sublocality: 'Mitte',
    })

    const v1 = (await crm.owner.call('GET', `/v1/persons/${id}`)).body.data
    expect(v1).toMatchObject({ [key]: 42.5, postal_address_sublocality: 'Mitte', postal_address_locality: null })
    const v2 = (await crm.owner.call('GET', `/v2/persons/${id}?custom_fields=by_name`)).body.data
    expect(v2.custom_fields).toEqual({ [key]: 42.5, own_double: 42.5 })
  })

  test('that is deleted comes back with active_flag', async () => {
    const { id } = await made(crm.owner, '/v1/persons', { name: 'Back' })

    expect((await persons.deletePerson({ id })).data).toEqual({ id })

    expect((await crm.owner.call('GET', `/v1/persons/${id}`)).body.data.active_flag).toBe(false)
    await crm.owner.call('PUT', `/v1/persons/${id}`, { active_flag: true })
    expect((await crm.owner.call('GET', `/v1/persons/${id}`)).body.data.active_flag).toBe(true)
  })
})

describe('v1 lists', () => {
  test('of persons page by offset, narrow by first letter and owner, sort, and are null when empty', async () => {
    const other = await crm.company()
    const call = async (path: string) => (await other.call('GET', path)).body
    expect((await call('/v1/persons')).data).toBeNull()
    for (const name of ['Berta', 'Anna', 'bob']) await other.call('POST', '/v1/persons', { name })
    const names = (body: { data: { name: string }[] }) => body.data.map(person => person.name)

    const page = await call('/v1/persons?limit=2&sort=name%20DESC')

    expect(page.data).toHaveLength(2)
    expect(page.additional_data.pagination).toMatchObject({ more_items_in_collection: true, next_start: 2 })
    expect(names(await call('/v1/persons?first_char=B&sort=id'))).toEqual(['Berta', 'bob'])
    expect((await call('/v1/persons?user_id=999999')).data).toBeNull()
    expect(await call('/v1/persons?sort=password')).toMatchObject({ errorCode: 400, field: 'sort' })
  })

  test('of organizations too, with their address flat', async () => {
    const other = await crm.company()
    const api = new OrganizationsApi(other.classic)
    await api.addOrganization({
      AddOrganizationRequest: { name: 'Zoo', address: 'Main Street 5, 10115 Berlin, Germany' } as never,
    })
    await api.addOrganization({ AddOrganizationRequest: { name: 'Ark' } })

    const list = await api.getOrganizations({ sort: 'name' })

    expect(list.data?.map(organization => organization.name)).toEqual(['Ark', 'Zoo'])
    expect(list.data?.[1]).toMatchObject({
      address: 'Main Street 5, 10115 Berlin, Germany',
      address_locality: 'Berlin',
      address_postal_code: '10115',
      country_code: 'de',
      owner_id: { has_pic: 0 },
      people_count: 0,
    })
    expect((await api.getOrganizations({ first_char: 'z' })).data).toHaveLength(1)
  })

  test('of a stored filter', async () => {
    const { id } = await made(crm.owner, '/v1/persons', { name: 'Filtered Fritz' })
    const fields = (await crm.owner.call('GET', '/v1/personFields?limit=500')).body.data ?? []
    const field = fields.find((one: { key: string }) => one.key === 'name')
    const conditions = {
      glue: 'and',
      conditions: [
        {
          glue: 'and',
          conditions: [{ object: 'person', field_id: String(field?.id), operator: '=', value: 'Filtered Fritz' }],
        },
        { glue: 'or', conditions: [] },
      ],
    }
    const filter = (await crm.owner.call('POST', '/v1/filters', { name: 'Fritz', type: 'people', conditions })).body

    for (const path of ['/v1/persons', '/v2/persons']) {
      const found = (await crm.owner.call('GET', `${path}?filter_id=${filter.data?.id}`)).body
      expect(found.data.map((person: { id: number }) => person.id)).toEqual([id])
    }
    expect((await crm.owner.call('GET', '/v2/organizations?filter_id=999999')).status).toBeGreaterThanOrEqual(400)
  })
})

test('several are deleted together or not at all', async () => {
  const ids = [
    (await made(crm.owner, '/v1/persons', { name: 'one' })).id,
    (await made(crm.owner, '/v1/persons', { name: 'two' })).id,
  ]
  const orgIds = [
    (await made(crm.owner, '/v1/organizations', { name: 'one' })).id,
    (await made(crm.owner, '/v1/organizations', { name: 'two' })).id,
  ]

  expect((await crm.owner.call('DELETE', `/v1/persons?ids=${ids.join(',')},999999`)).status).toBe(404)
  expect((await crm.owner.call('GET', `/v1/persons/${ids[0]}`)).body.data.active_flag).toBe(true)
  expect((await persons.deletePersons({ ids: ids.join(',') })).data).toEqual({ id: ids })
  expect((await crm.owner.call('GET', `/v1/persons/${ids[0]}`)).body.data.active_flag).toBe(false)
  expect((await organizations.deleteOrganizations({ ids: orgIds.join(',') })).data).toEqual({ id: orgIds })
  expect((await organizations.deleteOrganization({ id: orgIds[0] ?? 0 })).data).toEqual({ id: orgIds[0] })
})

test('collections walk through everything, deleted records too, and are for admins: 403 for others', async () => {
  const other = await crm.company()
  const ids = []
  for (const name of ['a', 'b', 'c']) ids.push((await other.call('POST', '/v1/persons', { name })).body.data.id)
  await other.call('DELETE', `/v1/persons/${ids[1]}`)
  const org = (await other.call('POST', '/v1/organizations', { name: 'Org' })).body.data.id

  const api = new PersonsApi(other.classic)
  const first = await api.getPersonsCollection({ limit: 2 })
  const second = await api.getPersonsCollection({ cursor: first.additional_data?.next_cursor ?? '' })

  expect([...(first.data ?? []), ...(second.data ?? [])].map(person => [person.id, person.active_flag])).toEqual([
    [ids[0], true],
    [ids[1], false],
    [ids[2], true],
  ])
  expect((await api.getPersonsCollection({ since: '2999-01-01 00:00:00' })).data).toEqual([])
  const collected = await new OrganizationsApi(other.classic).getOrganizationsCollection({ first_char: 'o' })
  expect(collected.data).toMatchObject([{ id: org, owner_id: other.userId, address: null }])
  const colleague = await crm.colleague(other)
  for (const path of ['persons', 'organizations'])
    expect((await colleague.call('GET', `/v1/${path}/collection`)).body).toMatchObject({
      errorCode: 403,
      error: 'You do not have permissions to do this.',
    })
})

test('what belongs to a contact is listed under it', async () => {
  const { id: org_id } = await made(crm.owner, '/v1/organizations', { name: 'Owner of all' })
  const { id: person_id } = await made(crm.owner, '/v1/persons', { name: 'Has all', org_id })
  const { id: own } = await made(crm.owner, '/v1/deals', { title: 'own', person_id })
  const { id: viaOrg } = await made(crm.owner, '/v1/deals', { title: 'of the organization', org_id, status: 'won' })
  const { id: taken } = await made(crm.owner, '/v1/deals', { title: 'takes part' })
  await crm.sql`insert into crm.participant (company_id, deal_id, person_id, added_by)
    values (${crm.owner.companyId}, ${taken}, ${person_id}, ${crm.owner.userId})`
  const { id: activity } = await made(crm.owner, '/v1/activities', {
    subject: 'Call',
    type: 'call',
    person_id,
    org_id,
    due_date: '2030-01-01',
  })
  const ids = (list: { data?: { id?: number }[] | null }) => list.data?.map(item => item.id)

  expect(ids(await persons.getPersonDeals({ id: person_id }))).toEqual([own, taken])
  expect(ids(await organizations.getOrganizationDeals({ id: org_id }))).toEqual([own, viaOrg])
  expect(ids(await organizations.getOrganizationDeals({ id: org_id, only_primary_association: 1 }))).toEqual([viaOrg])
  expect(ids(await organizations.getOrganizationDeals({ id: org_id, status: 'won' }))).toEqual([viaOrg])
  expect(ids(await organizations.getOrganizationPersons({ id: org_id }))).toEqual([person_id])
  expect(ids(await persons.getPersonActivities({ id: person_id }))).toEqual([activity])
  expect(ids(await organizations.getOrganizationActivities({ id: org_id }))).toEqual([activity])
  expect((await crm.owner.call('GET', `/v1/organizations/${org_id}/activities?done=1`)).body.data).toBeNull()
  const related = (await crm.owner.call('GET', `/v1/persons/${person_id}/deals`)).body.related_objects
  expect(related.stage).toMatchObject({ name: 'Qualified', [related.stage.id]: { name: 'Qualified' } })
  expect(related.pipeline).toMatchObject({ name: 'Pipeline' })
  const details = await organizations.getOrganization({ id: org_id })
  expect(details.data).toMatchObject({ next_activity: { id: activity }, last_activity: null, edit_name: true })
  expect((await crm.owner.call('GET', '/v1/persons/999999/deals')).status).toBe(404)
})

test('the products on the deals of a person are listed under the deal', async () => {
  const { id: person_id } = await made(crm.owner, '/v1/persons', { name: 'Buyer' })
  const { id: deal } = await made(crm.owner, '/v1/deals', { title: 'Cart', person_id })
  const product = (await crm.owner.call('POST', '/v2/products', { name: 'Chair' })).body.data.id
  await crm.owner.call('POST', `/v2/deals/${deal}/products`, { product_id: product, item_price: 5, quantity: 2 })

  const listed = await new PersonsApiV1(crm.owner.v1).getPersonProducts({ id: person_id })

  expect(listed.data).toMatchObject([{ [deal]: { deal: { id: deal }, product: { id: product, name: 'Chair' } } }])
  expect((await crm.owner.call('GET', '/v1/persons/999999/products')).status).toBe(404)
})
