import { PersonsApi as PersonsApiV1 } from 'pipedrive/v1'
import { DealsApi, OrganizationsApi, PersonsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let persons: PersonsApi
let personsV1: PersonsApiV1

beforeAll(async () => {
  persons = new PersonsApi(crm.owner.v2)
  personsV1 = new PersonsApiV1(crm.owner.v1)
})

describe('a person', () => {
  test('is created with defaults and read back with its name split', async () => {
    const { id } = await aPerson(crm.owner, { name: 'Paula van der Berg' })

    const read = await persons.getPerson({ id, include_fields: 'marketing_status' })

    expect(read.data).toMatchObject({
      name: 'Paula van der Berg',
      first_name: 'Paula',
      last_name: 'van der Berg',
      owner_id: crm.owner.userId,
      org_id: null,
      emails: [],
      phones: [],
      im: [],
      label_ids: [],
      is_deleted: false,
      visible_to: 7,
      picture_id: null,
      postal_address: null,
      marketing_status: 'no_consent',
      custom_fields: {},
    })
    expect(read.data?.add_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('has several e-mails and phones, the first being the primary one when none is marked', async () => {
    const { id } = await aPerson(crm.owner, {
      emails: [{ value: 'a@example.com' }, { value: 'b@example.com', label: 'home' }],
      phones: [
        { value: '+1 2', label: 'mobile' },
        { value: '+1 3', primary: true },
      ],
    })

    const { data } = await persons.getPerson({ id })

    expect(data?.emails).toEqual([
      { value: 'a@example.com', label: 'work', primary: true },
      { value: 'b@example.com', label: 'home', primary: false },
    ])
    expect(data?.phones?.map(phone => phone.primary)).toEqual([false, true])
  })

  test('keeps what an update does not refer to', async () => {
    const org = await new OrganizationsApi(crm.owner.v2).addOrganization({ AddOrganizationRequest: { name: 'Acme' } })
    const { id } = await aPerson(crm.owner, {
      org_id: org.data?.id,
      job_title: 'Buyer',
      birthday: '1990-02-28',
      notes: 'likes tea',
      postal_address: { value: 'Main Street 5, 10115 Berlin, Germany' },
      marketing_status: 'subscribed',
      add_time: '2024-01-02T03:04:05Z',
    })

    await persons.updatePerson({ id, UpdatePersonRequest: { name: 'Paul', marketing_status: 'unsubscribed' } })

    expect((await persons.getPerson({ id, include_fields: 'marketing_status' })).data).toMatchObject({
      name: 'Paul',
      first_name: 'Paul',
      last_name: null,
      org_id: org.data?.id,
      job_title: 'Buyer',
      birthday: '1990-02-28',
      notes: 'likes tea',
      add_time: '2024-01-02T03:04:05Z',
      postal_address: { route: 'Main Street', street_number: '5', postal_code: '10115', country: 'Germany' },
      marketing_status: 'unsubscribed',
    })
  })

  test('that is deleted leaves the list but not its address, refuses updates with 410 and can be brought back', async () => {
    const { id } = await aPerson(crm.owner)

    expect((await persons.deletePerson({ id })).data).toEqual({ id })

    expect((await persons.getPersons({ ids: String(id) })).data).toEqual([])
    expect((await persons.getPerson({ id })).data?.is_deleted).toBe(true)
    expect((await crm.owner.call('PATCH', `/v2/persons/${id}`, { name: 'x' })).status).toBe(410)
    const back = await crm.owner.call('PATCH', `/v2/persons/${id}`, { is_deleted: false })
    expect(back.body.data.is_deleted).toBe(false)
    expect((await persons.getPersons({ ids: String(id) })).data).toHaveLength(1)
  })
})

describe('the list', () => {
  test('is narrowed by owner, organization, deal, ids and time, and sorted', async () => {
    const colleague = await crm.colleague(crm.owner)
    const org = await new OrganizationsApi(crm.owner.v2).addOrganization({ AddOrganizationRequest: { name: 'Narrow' } })
    const { id: first } = await aPerson(crm.owner, { name: 'First', org_id: org.data?.id })
    const { id: second } = await aPerson(crm.owner, {
      name: 'Second',
      org_id: org.data?.id,
      owner_id: colleague.userId,
    })
    const deal = await new DealsApi(crm.owner.v2).addDeal({ AddDealRequest: { title: 'D', person_id: first } })
    await crm.sql`insert into crm.participant (company_id, deal_id, person_id, added_by)
      values (${crm.owner.companyId}, ${deal.data?.id ?? 0}, ${second}, ${crm.owner.userId})`
    const ids = async (query: object) => (await persons.getPersons(query)).data?.map(person => person.id)

    expect(await ids({ org_id: org.data?.id })).toEqual([first, second])
    expect(await ids({ org_id: org.data?.id, sort_by: 'add_time', sort_direction: 'desc' })).toEqual([second, first])
    expect(await ids({ owner_id: colleague.userId })).toEqual([second])
    expect(await ids({ deal_id: deal.data?.id })).toEqual([first, second])
    expect(await ids({ ids: `${second},${first}` })).toEqual([first, second])
    expect(await ids({ org_id: org.data?.id, updated_until: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await ids({ org_id: org.data?.id, updated_since: '2020-01-01T00:00:00Z' })).toEqual([first, second])
    expect((await crm.owner.call('GET', '/v2/persons?updated_since=2020-01-01T00:00:00.000Z')).body.field).toBe(
      'updated_since',
    )
  })

  test('walks by cursor, each person once, while others are inserted', async () => {
    const user = await crm.company()
    const walked = new PersonsApi(user.v2)
    for (let number = 0; number < 12; number++) await walked.addPerson({ AddPersonRequest: { name: `P ${number}` } })

    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await walked.getPersons({
        limit: 5,
        sort_by: 'update_time',
        sort_direction: 'desc',
        ...(cursor && { cursor }),
      })
      seen.push(...(page.data ?? []).map(person => person.id ?? 0))
      cursor = page.additional_data?.next_cursor ?? undefined
      await walked.addPerson({ AddPersonRequest: { name: 'in between' } })
    } while (cursor && seen.length < 50)

    expect(seen).toHaveLength(12)
    expect(new Set(seen).size).toBe(12)
  })

  test('shows what include_fields asks for, counted from deals and activities', async () => {
    const { id } = await aPerson(crm.owner, { name: 'Counted' })
    const deals = new DealsApi(crm.owner.v2)
    await deals.addDeal({ AddDealRequest: { title: 'open', person_id: id } })
    await deals.addDeal({ AddDealRequest: { title: 'won', person_id: id, status: 'won' } })
    const other = await deals.addDeal({ AddDealRequest: { title: 'lost', status: 'lost' } })
    await crm.sql`insert into crm.participant (company_id, deal_id, person_id, added_by)
      values (${crm.owner.companyId}, ${other.data?.id ?? 0}, ${id}, ${crm.owner.userId})`
    const [activity] =
      await crm.sql`insert into crm.activity (company_id, subject, type, owner_id, creator_id, person_id, due_date)
      values (${crm.owner.companyId}, 'Call', 'call', ${crm.owner.userId}, ${crm.owner.userId}, ${id}, '2030-01-01') returning id`

    const names =
      'open_deals_count,closed_deals_count,won_deals_count,lost_deals_count,related_lost_deals_count,' +
      'participant_closed_deals_count,next_activity_id,last_activity_id,undone_activities_count,followers_count,smart_bcc_email'
    const one = await crm.owner.call('GET', `/v2/persons/${id}?include_fields=${names}`)
    const list = await crm.owner.call('GET', `/v2/persons?ids=${id}&include_fields=${names}`)

    expect(one.body.data).toMatchObject({
      open_deals_count: 1,
      closed_deals_count: 1,
      won_deals_count: 1,
      lost_deals_count: 0,
      related_lost_deals_count: 1,
      participant_closed_deals_count: 1,
      next_activity_id: activity?.id,
      last_activity_id: null,
      undone_activities_count: 1,
      followers_count: 0,
      smart_bcc_email: 'company-1@portico.test',
    })
    expect(list.body.data).toEqual([one.body.data])
    expect((await crm.owner.call('GET', `/v2/persons/${id}`)).body.data).not.toHaveProperty('open_deals_count')
    expect((await crm.owner.call('GET', `/v2/persons/${id}?include_fields=password`)).status).toBe(400)
  })
})

describe('refusals', () => {
  test('400 naming the field, and nothing is stored', async () => {
    const other = await crm.company()
    const [org] =
      await crm.sql`insert into crm.organization (company_id, name, owner_id, visible_to) values (${other.companyId}, 'X', ${other.userId}, 7) returning id`
    const refuse = async (body: object) => (await crm.owner.call('POST', '/v2/persons', { name: 'x', ...body })).body
    const before = await crm.sql`select count(*) from crm.person`

    expect((await crm.owner.call('POST', '/v2/persons', {})).body).toMatchObject({ errorCode: 400, field: 'name' })
    expect(await refuse({ name: '  ' })).toMatchObject({ errorCode: 400, field: 'name' })
    expect(await refuse({ email: 'x@example.com' })).toMatchObject({ errorCode: 400, field: 'email' })
    expect(await refuse({ emails: 'x@example.com' })).toMatchObject({ errorCode: 400, field: 'emails' })
    expect(
      await refuse({
        emails: [
          { value: 'a', primary: true },
          { value: 'b', primary: true },
        ],
      }),
    ).toMatchObject({ errorCode: 400, field: 'emails' })
    expect(await refuse({ org_id: org?.id })).toMatchObject({ errorCode: 400, field: 'org_id' })
    expect(await refuse({ owner_id: other.userId })).toMatchObject({ errorCode: 400, field: 'owner_id' })
    expect(await refuse({ label_ids: [999_999] })).toMatchObject({ errorCode: 400, field: 'label_ids' })
    expect(await refuse({ birthday: '2023-02-30' })).toMatchObject({ errorCode: 400, field: 'birthday' })
    expect(await refuse({ marketing_status: 'maybe' })).toMatchObject({ errorCode: 400, field: 'marketing_status' })
    expect(await refuse({ postal_address: { planet: 'Mars' } })).toMatchObject({ field: 'postal_address.planet' })
    expect(await refuse({ custom_fields: { nothing: 1 } })).toMatchObject({ field: 'custom_fields.nothing' })
    expect(await crm.sql`select count(*) from crm.person`).toEqual(before)
  })

  test('403 without the scope, 404 for another company and for what one may not see', async () => {
    const { id } = await aPerson(crm.owner, { visible_to: 1 })
    const reader = await crm.colleague(crm.owner, { scopes: ['contacts:read'] })
    const stranger = await crm.company()

    expect((await reader.call('POST', '/v2/persons', { name: 'x' })).status).toBe(403)
    expect((await reader.call('GET', '/v2/persons')).status).toBe(200)
    for (const user of [reader, stranger]) expect((await user.call('GET', `/v2/persons/${id}`)).status).toBe(404)
    const seen = (await reader.call('GET', '/v2/persons')).body.data
    expect(seen.some((person: { id: number }) => person.id === id)).toBe(false)
  })

  test('412 when the record moved on since it was read', async () => {
    const made = await crm.owner.call('POST', '/v2/persons', { name: 'Versioned' })
    const match = { 'if-match': made.headers.get('etag') ?? '' }

    const statuses = []
    for (const name of ['One', 'Two'])
      statuses.push((await crm.owner.call('PATCH', `/v2/persons/${made.body.data.id}`, { name }, match)).status)

    expect(statuses).toEqual([200, 412])
  })
})

describe('followers of a person', () => {
  test('are added, listed, logged and removed by user in v2', async () => {
    const colleague = await crm.colleague(crm.owner)
    const { id } = await aPerson(crm.owner, { visible_to: 1 })

    const added = await persons.addPersonFollower({ id, AddDealFollowerRequest: { user_id: colleague.userId } })

    expect(added.data).toMatchObject({ user_id: colleague.userId })
    expect((await colleague.call('GET', `/v2/persons/${id}`)).status).toBe(200)
    expect((await persons.getPersonFollowers({ id })).data).toEqual([added.data])
    expect((await persons.deletePersonFollower({ id, follower_id: colleague.userId })).data).toEqual({
      user_id: colleague.userId,
    })
    expect((await persons.getPersonFollowers({ id })).data).toEqual([])
    const log = await persons.getPersonFollowersChangelog({ id })
    expect(log.data?.map(entry => [entry.action, entry.follower_user_id])).toEqual([
      ['removed', colleague.userId],
      ['added', colleague.userId],
    ])
  })

  test('are added, listed and removed by their own id in v1', async () => {
    const { id } = await aPerson(crm.owner)

    const added = await personsV1.addPersonFollower({ id, AddPersonFollowerRequest: { user_id: crm.owner.userId } })

    expect(added.data).toMatchObject({ user_id: crm.owner.userId, person_id: id })
    const followerId = added.data?.id ?? 0
    expect((await personsV1.getPersonFollowers({ id })).data).toMatchObject([{ id: followerId }])
    expect((await personsV1.deletePersonFollower({ id, follower_id: followerId })).data).toEqual({ id: followerId })
    expect((await crm.owner.call('DELETE', `/v1/persons/${id}/followers/${followerId}`)).status).toBe(404)
  })
})

describe('the history of a person', () => {
  test('is told by its changelog, its flow and those who may see it', async () => {
    const { id } = await aPerson(crm.owner, { job_title: 'Buyer' })
    await persons.updatePerson({ id, UpdatePersonRequest: { job_title: 'Seller' } })

    const changes = await personsV1.getPersonChangelog({ id })
    const flow = await personsV1.getPersonUpdates({ id })
    const users = await personsV1.getPersonUsers({ id })

    expect(changes.data).toMatchObject([{ field_key: 'job_title', old_value: 'Buyer', new_value: 'Seller' }])
    expect(flow.data?.map(entry => entry.object)).toContain('personChange')
    expect(users.data).toContain(crm.owner.userId)
    expect((await crm.owner.call('GET', '/v1/persons/999999/flow')).status).toBe(404)
  })
})
