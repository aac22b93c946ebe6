import { OrganizationRelationshipsApi, OrganizationsApi as OrganizationsApiV1 } from 'pipedrive/v1'
import { DealsApi, OrganizationsApi, PersonsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { aDeal, aLead, anOrganization, aPerson, aProduct } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let organizations: OrganizationsApi
let organizationsV1: OrganizationsApiV1

beforeAll(async () => {
  organizations = new OrganizationsApi(crm.owner.v2)
  organizationsV1 = new OrganizationsApiV1(crm.owner.v1)
})

describe('an organization', () => {
  test('is created, read back with its address taken apart, and keeps what an update does not refer to', async () => {
    const { id } = await anOrganization(crm.owner, {
      website: 'https://example.com',
      annual_revenue: 5_000_000_000,
      employee_count: 12,
      address: { value: '1600 Amphitheatre Parkway, Mountain View, CA 94043, USA' },
    })

    await organizations.updateOrganization({
      id,
      UpdateOrganizationRequest: { linkedin: 'acme', employee_count: null },
    })

    expect((await organizations.getOrganization({ id })).data).toMatchObject({
      name: 'Acme',
      owner_id: crm.owner.userId,
      visible_to: 7,
      label_ids: [],
      website: 'https://example.com',
      linkedin: 'acme',
      industry: null,
      annual_revenue: 5_000_000_000,
      employee_count: null,
      is_deleted: false,
      address: {
        value: '1600 Amphitheatre Parkway, Mountain View, CA 94043, USA',
        street_number: '1600',
        route: 'Amphitheatre Parkway',
        locality: 'Mountain View',
        admin_area_level_1: 'CA',
        postal_code: '94043',
        country: 'USA',
        subpremise: null,
      },
      custom_fields: {},
    })
  })

  test('that is deleted leaves the list, and can be brought back', async () => {
    const { id } = await anOrganization(crm.owner)

    await organizations.deleteOrganization({ id })

    expect((await organizations.getOrganizations({ ids: String(id) })).data).toEqual([])
    expect((await crm.owner.call('PATCH', `/v2/organizations/${id}`, { name: 'x' })).status).toBe(410)
    await crm.owner.call('PATCH', `/v2/organizations/${id}`, { is_deleted: false })
    expect((await organizations.getOrganizations({ ids: String(id) })).data).toHaveLength(1)
  })

  test('counts the deals of its own and of its people', async () => {
    const { id } = await anOrganization(crm.owner)
    const person = await new PersonsApi(crm.owner.v2).addPerson({ AddPersonRequest: { name: 'P', org_id: id } })
    const deals = new DealsApi(crm.owner.v2)
    await deals.addDeal({ AddDealRequest: { title: 'own', org_id: id, status: 'won' } })
    await deals.addDeal({ AddDealRequest: { title: 'related', person_id: person.data?.id ?? 0 } })

    const names = 'won_deals_count,open_deals_count,related_open_deals_count,people_count,next_activity_id'
    const { body } = await crm.owner.call('GET', `/v2/organizations/${id}?include_fields=${names}`)

    expect(body.data).toMatchObject({
      won_deals_count: 1,
      open_deals_count: 0,
      related_open_deals_count: 1,
      people_count: 1,
      next_activity_id: null,
    })
    const list = await crm.owner.call('GET', `/v2/organizations?ids=${id}&include_fields=${names}`)
    expect(list.body.data).toEqual([body.data])
  })
})

test('the list is narrowed by owner and time, sorted, and walked by cursor', async () => {
  const user = await crm.company()
  const walked = new OrganizationsApi(user.v2)
  for (let number = 0; number < 7; number++)
    await walked.addOrganization({ AddOrganizationRequest: { name: `O ${number}` } })

  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await walked.getOrganizations({
      limit: 3,
      sort_by: 'add_time',
      sort_direction: 'desc',
      ...(cursor && { cursor }),
    })
    seen.push(...(page.data ?? []).map(organization => organization.id ?? 0))
    cursor = page.additional_data?.next_cursor ?? undefined
    await walked.addOrganization({ AddOrganizationRequest: { name: 'in between' } })
  } while (cursor && seen.length < 50)

  expect(seen).toHaveLength(7)
  expect(seen).toEqual([...seen].sort((a, b) => b - a))
  expect((await walked.getOrganizations({ owner_id: 999_999 })).data).toEqual([])
  expect((await walked.getOrganizations({ updated_until: '2020-01-01T00:00:00Z' })).data).toEqual([])
})

test('400 naming the field, 403 without the scope, 404 for another company', async () => {
  const { id } = await anOrganization(crm.owner)
  const refuse = async (body: object) =>
    (await crm.owner.call('POST', '/v2/organizations', { name: 'x', ...body })).body
  const reader = await crm.colleague(crm.owner, { scopes: ['contacts:read'] })
  const stranger = await crm.company()

  expect((await crm.owner.call('POST', '/v2/organizations', {})).body).toMatchObject({ errorCode: 400, field: 'name' })
  expect(await refuse({ name: ' ' })).toMatchObject({ errorCode: 400, field: 'name' })
  expect(await refuse({ address: 'Main Street' })).toMatchObject({ errorCode: 400, field: 'address' })
  expect(await refuse({ owner_id: stranger.userId })).toMatchObject({ errorCode: 400, field: 'owner_id' })
  expect(await refuse({ label_ids: [999_999] })).toMatchObject({ errorCode: 400, field: 'label_ids' })
  expect(await refuse({ annual_revenue: '5' })).toMatchObject({ errorCode: 400, field: 'annual_revenue' })
  expect((await reader.call('POST', '/v2/organizations', { name: 'x' })).status).toBe(403)
  expect((await stranger.call('GET', `/v2/organizations/${id}`)).status).toBe(404)
  expect((await stranger.call('DELETE', `/v1/organizations/${id}`)).status).toBe(404)
})

test('followers are added, listed, logged and removed on both versions', async () => {
  const { id } = await anOrganization(crm.owner, { visible_to: 1 })
  const colleague = await crm.colleague(crm.owner)
  const user_id = colleague.userId

  const added = await organizations.addOrganizationFollower({ id, AddDealFollowerRequest: { user_id } })
  expect((await organizations.getOrganizationFollowers({ id })).data).toEqual([added.data])
  expect((await colleague.call('GET', `/v2/organizations/${id}`)).status).toBe(200)
  const listed = await organizationsV1.getOrganizationFollowers({ id })
  expect(listed.data).toMatchObject([{ user_id, org_id: id }])
  const byId = await organizationsV1.deleteOrganizationFollower({ id, follower_id: listed.data?.[0]?.id ?? 0 })
  expect(byId.data).toEqual({ id: listed.data?.[0]?.id })
  const again = await organizationsV1.addOrganizationFollower({ id, AddOrganizationFollowerRequest: { user_id } })
  expect(again.data).toMatchObject({ user_id, org_id: id })
  expect((await organizations.deleteOrganizationFollower({ id, follower_id: user_id })).data).toEqual({ user_id })
  const log = await organizations.getOrganizationFollowersChangelog({ id })
  expect(log.data?.map(entry => entry.action)).toEqual(['removed', 'added', 'removed', 'added'])
})

test('changelog, flow and permitted users tell what happened and who may see it', async () => {
  const { id } = await anOrganization(crm.owner, { website: 'old' })
  await organizations.updateOrganization({ id, UpdateOrganizationRequest: { website: 'new' } })

  expect((await organizationsV1.getOrganizationChangelog({ id })).data).toMatchObject([
    { field_key: 'website', old_value: 'old', new_value: 'new' },
  ])
  const flow = await organizationsV1.getOrganizationUpdates({ id })
  expect(flow.data?.map(entry => entry.object)).toContain('organizationChange')
  expect((await organizationsV1.getOrganizationUsers({ id })).data).toContain(crm.owner.userId)
})

describe('a relationship', () => {
  test('is ended once, however many end it at once', async () => {
    const [one, other] = [(await anOrganization(crm.owner)).id, (await anOrganization(crm.owner)).id]
    const made = await crm.owner.call('POST', '/v1/organizationRelationships', {
      type: 'parent',
      rel_owner_org_id: one,
      rel_linked_org_id: other,
    })
    const path = `/v1/organizationRelationships/${made.body.data.id}`

    const lock = `select from crm.organization_relationship where company_id = ${crm.owner.companyId} and id = ${made.body.data.id} for update`
    const ended = await heldBack(crm, lock, () => Array.from({ length: 4 }, () => crm.owner.call('DELETE', path)))

    expect(ended.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    const logged = await crm.sql`
      select before from crm.change where entity = 'organization_relationship' and action = 'deleted'
        and entity_id = ${String(made.body.data.id)}`
    expect(logged).toMatchObject([{ before: { type: 'parent', owner_org_id: one, linked_org_id: other } }])
  })

  test('is seen from both sides: the parent sees a daughter, the daughter a parent', async () => {
    const api = new OrganizationRelationshipsApi(crm.owner.v1)
    const [parent, daughter] = [
      (await anOrganization(crm.owner, { name: 'Parent' })).id,
      (await anOrganization(crm.owner, { name: 'Daughter' })).id,
    ]

    const made = await api.addOrganizationRelationship({
      AddOrganizationRelationshipRequest: { type: 'parent', rel_owner_org_id: parent, rel_linked_org_id: daughter },
    })

    const id = made.data?.id ?? 0
    expect(made.data).toMatchObject({
      type: 'parent',
      rel_owner_org_id: { value: parent, name: 'Parent' },
      rel_linked_org_id: { value: daughter, name: 'Daughter' },
    })
    expect(made.related_objects).toMatchObject({ organization: { [parent]: { name: 'Parent' } } })
    expect((await api.getOrganizationRelationships({ org_id: parent })).data).toMatchObject([
      { id, calculated_type: 'daughter', calculated_related_org_id: daughter, related_organization_name: 'Daughter' },
    ])
    expect((await api.getOrganizationRelationships({ org_id: daughter })).data).toMatchObject([
      { id, calculated_type: 'parent', calculated_related_org_id: parent, related_organization_name: 'Parent' },
    ])
    expect((await api.getOrganizationRelationship({ id, org_id: daughter })).data).toMatchObject({
      calculated_type: 'parent',
      calculated_related_org_id: parent,
    })

    await api.updateOrganizationRelationship({ id, OrganizationRelationship: { type: 'related' } as never })
    expect((await api.getOrganizationRelationship({ id })).data).toMatchObject({ calculated_type: 'related' })
    expect((await api.deleteOrganizationRelationship({ id })).data).toEqual({ id })
    expect((await crm.owner.call('GET', `/v1/organizationRelationships?org_id=${parent}`)).body.data).toBeNull()
    expect((await crm.owner.call('GET', `/v1/organizationRelationships/${id}`)).status).toBe(404)
  })

  test('400 with itself or with one that is not there, 409 when it is there already', async () => {
    const [a, b] = [(await anOrganization(crm.owner)).id, (await anOrganization(crm.owner)).id]
    const relate = async (owner: number, linked: number, type = 'related') =>
      (
        await crm.owner.call('POST', '/v1/organizationRelationships', {
          type,
          rel_owner_org_id: owner,
          rel_linked_org_id: linked,
        })
      ).body

    expect(await relate(a, a)).toMatchObject({ errorCode: 400, field: 'rel_linked_org_id' })
    expect(await relate(a, 999_999)).toMatchObject({ errorCode: 400, field: 'rel_linked_org_id' })
    expect(await relate(a, b, 'cousin')).toMatchObject({ errorCode: 400, field: 'type' })
    expect((await relate(a, b)).success).toBe(true)
    expect(await relate(b, a)).toMatchObject({ errorCode: 409 })
    const stranger = await crm.company()
    expect((await stranger.call('GET', `/v1/organizationRelationships?org_id=${a}`)).status).toBe(404)
  })

  test('400 with one that is hidden from the caller', async () => {
    const colleague = await crm.colleague(crm.owner)
    const [own, hidden] = [await anOrganization(colleague), await anOrganization(crm.owner, { visible_to: 1 })]
    const ends = { rel_owner_org_id: own.id, rel_linked_org_id: hidden.id }

    const { body } = await colleague.call('POST', '/v1/organizationRelationships', { type: 'related', ...ends })

    expect(body).toMatchObject({ errorCode: 400, field: 'rel_linked_org_id' })
  })
})

test('records of every kind that name a merged organization name the survivor', async () => {
  const [merged, survivor] = [await anOrganization(crm.owner), await anOrganization(crm.owner)]
  const keyOf = async (entity: 'deal' | 'person' | 'organization' | 'product') =>
    (await addField(crm.owner, entity, 'org')).key
  const keys = {
    deals: await keyOf('deal'),
    persons: await keyOf('person'),
    organizations: await keyOf('organization'),
    products: await keyOf('product'),
  }
  const naming = (key: string) => ({ custom_fields: { [key]: merged.id } })
  const records = {
    deals: await aDeal(crm.owner, naming(keys.deals)),
    persons: await aPerson(crm.owner, naming(keys.persons)),
    organizations: await anOrganization(crm.owner, naming(keys.organizations)),
    products: await aProduct(crm.owner, naming(keys.products)),
  }
  const lead = await aLead(crm.owner, { [keys.deals]: merged.id })

  await crm.owner.call('PUT', `/v1/organizations/${merged.id}/merge`, { merge_with_id: survivor.id })

  for (const kind of ['deals', 'persons', 'organizations', 'products'] as const) {
    const { body } = await crm.owner.call('GET', `/v2/${kind}/${records[kind].id}`)
    expect([kind, body.data.custom_fields[keys[kind]]]).toEqual([kind, survivor.id])
  }
  const { body } = await crm.owner.call('GET', `/v1/leads/${lead.id}`)
  expect(body.data[keys.deals]).toBe(survivor.id)
})
