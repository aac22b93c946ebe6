import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { OrganizationsApi, PersonsApi } from 'pipedrive/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal, anActivity, anOrganization, aPerson } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

/**
 * Merge loses nothing: whatever two contacts hold and whatever is related to them is with the survivor afterwards, and
 * where both have a value the survivor's own stands.
 */

const RUNS = { numRuns: 8 }

const crm = await startTestCrm()
const keys = { deal: newKey(), organization: newKey(), person: newKey() }

function newKey() {
  return randomBytes(20).toString('hex')
}

beforeAll(async () => {
  await addField('person', keys.person, 'varchar')
  await addField('deal', keys.deal, 'people')
  await addField('organization', keys.organization, 'org')
})

async function addField(entity: string, key: string, type: string) {
  await crm.sql`insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr)
    values (${crm.owner.companyId}, ${entity}, ${key}, ${key}, ${key}, ${type}, true, 900)`
}

const read = async (path: string) => (await crm.owner.call('GET', path)).body.data

const text = fc.stringMatching(/^[a-z]{1,8}$/)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const points = fc.uniqueArray(fc.constantFrom('a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'), { maxLength: 3 })

const somePerson = fc.record({
  name: text.map(name => `P ${name}`),
  emails: points.map(values => values.map(value => ({ value, label: 'work' }))),
  phones: points.map(values => values.map(value => ({ value, label: 'home' }))),
  job_title: maybe(text),
  notes: maybe(text),
  birthday: maybe(fc.constantFrom('1990-01-01', '2000-12-31')),
  postal_address: maybe(fc.record({ value: text })),
  custom: maybe(text),
  relations: fc.record({
    contactOf: fc.nat({ max: 2 }),
    takesPartIn: fc.boolean(),
    takesPartInShared: fc.boolean(),
    activities: fc.nat({ max: 2 }),
    follows: fc.boolean(),
    lead: fc.boolean(),
    named: fc.boolean(),
  }),
})

const someOrganization = fc.record({
  name: text.map(name => `O ${name}`),
  website: maybe(text),
  linkedin: maybe(text),
  annual_revenue: maybe(fc.nat()),
  address: maybe(fc.record({ value: text })),
  relations: fc.record({
    persons: fc.nat({ max: 2 }),
    deals: fc.nat({ max: 2 }),
    parentOfShared: fc.boolean(),
    daughterOfOther: fc.boolean(),
    follows: fc.boolean(),
    named: fc.boolean(),
  }),
})

describe('merge loses nothing', () => {
  test('of two persons', async () => {
    const { userId, companyId } = crm.owner
    const colleague = await crm.colleague(crm.owner)
    await fc.assert(
      fc.asyncProperty(somePerson, somePerson, async (one, other) => {
        const { id: shared } = await aDeal(crm.owner, { title: 'shared' })
        const [merged, survivor] = [await build(one, userId), await build(other, colleague.userId)]

        const answer = await new PersonsApi(crm.owner.v1).mergePersons({
          id: merged.id,
          MergePersonsRequest: { merge_with_id: survivor.id },
        })

        expect(answer.data).toMatchObject({ id: survivor.id, merge_what_id: merged.id, owner_id: crm.owner.userId })
        const now = await read(`/v2/persons/${survivor.id}`)
        expect(now.name).toBe(other.name)
        for (const list of ['emails', 'phones'] as const) {
          expect(values(now[list])).toEqual(new Set([...values(one[list]), ...values(other[list])]))
          expect(now[list].filter((point: { primary: boolean }) => point.primary)).toHaveLength(
            Math.min(1, now[list].length),
          )
          if (other[list].length > 0)
            expect(now[list][0]).toMatchObject({ value: other[list][0]?.value, primary: true })
        }
        for (const field of ['job_title', 'notes', 'birthday'] as const)
          expect(now[field]).toBe(other[field] ?? one[field] ?? null)
        expect(now.postal_address?.value).toBe((other.postal_address ?? one.postal_address)?.value)
        expect(now.custom_fields[keys.person]).toBe(other.custom ?? one.custom ?? null)
        const related = await relationsOf(survivor.id)
        expect(related.deals).toEqual(union(merged.deals, survivor.deals))
        expect(related.taking).toEqual(union(merged.taking, survivor.taking))
        expect(related.activities).toEqual(union(merged.activities, survivor.activities))
        expect(related.leads).toEqual(union(merged.leads, survivor.leads))
        expect(related.followers).toEqual(union(merged.followers, survivor.followers))
        expect(related.naming).toEqual(union(merged.naming, survivor.naming))
        expect(await relationsOf(merged.id)).toEqual(NOTHING)
        expect((await read(`/v2/persons/${merged.id}`)).is_deleted).toBe(true)

        async function build({ relations, custom, ...fields }: typeof one, followerId: number) {
          const { id } = await aPerson(crm.owner, {
            ...fields,
            ...(custom && { custom_fields: { [keys.person]: custom } }),
          })
          for (let n = 0; n < relations.contactOf; n++) await aDeal(crm.owner, { title: 'own', person_id: id })
          if (relations.takesPartIn) await takePart((await aDeal(crm.owner, { title: 'part' })).id, id)
          if (relations.takesPartInShared) await takePart(shared, id)
          for (let n = 0; n < relations.activities; n++)
            await crm.sql`insert into crm.activity (company_id, subject, type, owner_id, creator_id, person_id, due_date)
              values (${companyId}, 'Call', 'call', ${userId}, ${userId}, ${id}, '2030-01-01')`
          if (relations.follows) await crm.owner.call('POST', `/v2/persons/${id}/followers`, { user_id: followerId })
          if (relations.lead)
            await crm.sql`insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
              values (${companyId}, 'Lead', ${userId}, ${userId}, ${id}, 7)`
          if (relations.named) await aDeal(crm.owner, { title: 'naming', custom_fields: { [keys.deal]: id } })
          return { id, ...(await relationsOf(id)) }
        }
      }),
      RUNS,
    )
  })

  test('of two organizations', async () => {
    const { userId } = crm.owner
    const colleague = await crm.colleague(crm.owner)
    await fc.assert(
      fc.asyncProperty(someOrganization, someOrganization, async (one, other) => {
        const { id: daughter } = await anOrganization(crm.owner, { name: 'Daughter of both' })
        const [merged, survivor] = [await build(one, userId), await build(other, colleague.userId)]

        const answer = await new OrganizationsApi(crm.owner.v1).mergeOrganizations({
          id: merged.id,
          MergeOrganizationsRequest: { merge_with_id: survivor.id },
        })

        expect(answer.data).toEqual({ id: survivor.id })
        const now = await read(`/v2/organizations/${survivor.id}`)
        for (const field of ['website', 'linkedin', 'annual_revenue'] as const)
          expect(now[field]).toBe(other[field] ?? one[field] ?? null)
        expect(now.address?.value).toBe((other.address ?? one.address)?.value)
        const related = await relationsOfOrganization(survivor.id)
        for (const kind of ['persons', 'deals', 'related', 'followers', 'naming'] as const)
          expect(related[kind]).toEqual(union(merged[kind], survivor[kind]))
        expect((await read(`/v2/organizations/${merged.id}`)).is_deleted).toBe(true)

        async function build({ relations, ...fields }: typeof one, followerId: number) {
          const { id } = await anOrganization(crm.owner, fields)
          for (let n = 0; n < relations.persons; n++) await aPerson(crm.owner, { name: 'x', org_id: id })
          for (let n = 0; n < relations.deals; n++) await aDeal(crm.owner, { title: 'x', org_id: id })
          if (relations.parentOfShared) await relate(id, daughter)
          if (relations.daughterOfOther) await relate((await anOrganization(crm.owner, { name: 'Parent' })).id, id)
          if (relations.follows)
            await crm.owner.call('POST', `/v2/organizations/${id}/followers`, { user_id: followerId })
          if (relations.named)
            await anOrganization(crm.owner, { name: 'naming', custom_fields: { [keys.organization]: id } })
          return { id, ...(await relationsOfOrganization(id)) }
        }
      }),
      RUNS,
    )
  })
})

test('attendees of activities are the survivor afterwards, and an e-mail in other letters is the same one', async () => {
  const { id: merged } = await aPerson(crm.owner, {
    name: 'Ada',
    emails: [{ value: 'Ada@x.test' }, { value: 'b@x.test' }],
  })
  const { id: survivor } = await aPerson(crm.owner, { name: 'Ada L', emails: [{ value: 'ada@x.test' }] })
  const { id: activity } = await anActivity(crm.owner, {
    attendees: [{ email: 'zed@x.test' }, { email: 'ada@x.test', person_id: merged, is_organizer: true }],
  })

  await crm.owner.call('PUT', `/v1/persons/${merged}/merge`, { merge_with_id: survivor })

  expect((await read(`/v2/activities/${activity}?include_fields=attendees`)).attendees).toMatchObject([
    { email: 'zed@x.test', person_id: null },
    { email: 'ada@x.test', person_id: survivor, is_organizer: true },
  ])
  expect((await read(`/v2/persons/${survivor}`)).emails).toMatchObject([
    { value: 'ada@x.test', primary: true },
    { value: 'b@x.test', primary: false },
  ])
  const log = await crm.sql`
    select action from crm.change where entity = 'activity' and entity_id = ${String(activity)} order by seq`
  expect(log.map(({ action }) => action)).toEqual(['added', 'updated'])
})

test('relationships keep their ids and their history when they move; those that end are logged as ended', async () => {
  const [merged, survivor, third, fourth] = [
    (await anOrganization(crm.owner, { name: 'A' })).id,
    (await anOrganization(crm.owner, { name: 'B' })).id,
    (await anOrganization(crm.owner, { name: 'C' })).id,
    (await anOrganization(crm.owner, { name: 'D' })).id,
  ]
  const relate = async (type: string, rel_owner_org_id?: number, rel_linked_org_id?: number) => {
    const body = { type, rel_owner_org_id, rel_linked_org_id }
    return (await crm.owner.call('POST', '/v1/organizationRelationships', body)).body.data.id
  }
  const moved = await relate('parent', merged, third)
  const between = await relate('related', merged, survivor)
  const kept = await relate('parent', survivor, fourth)
  const doubled = await relate('parent', fourth, merged)

  await crm.owner.call('PUT', `/v1/organizations/${merged}/merge`, { merge_with_id: survivor })

  const left = await read(`/v1/organizationRelationships?org_id=${survivor}`)
  expect(left.map((relationship: { id: number }) => relationship.id)).toEqual([moved, kept])
  expect(left[0]).toMatchObject({ rel_owner_org_id: { value: survivor }, rel_linked_org_id: { value: third } })
  const log = await crm.sql`
    select entity_id, action from crm.change
    where entity = 'organization_relationship' and action <> 'added' and entity_id::int >= ${moved} order by seq`
  expect(log.map(({ entity_id, action }) => [Number(entity_id), action])).toEqual([
    [moved, 'updated'],
    [between, 'deleted'],
    [doubled, 'deleted'],
  ])
})

test('400 into itself or into one that is not there, 404 for one that is not there', async () => {
  const { id } = await aPerson(crm.owner, { name: 'Alone' })
  const merge = async (from: number, into: number) =>
    (await crm.owner.call('PUT', `/v1/persons/${from}/merge`, { merge_with_id: into })).body

  expect(await merge(id, id)).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
  expect(await merge(id, 999_999)).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
  expect(await merge(999_999, id)).toMatchObject({ errorCode: 404 })
})

const NOTHING = { deals: [], taking: [], activities: [], leads: [], followers: [], naming: [] }

async function relationsOf(id: number) {
  const { sql } = crm
  return {
    deals: idsOf(await sql`select id from crm.deal where person_id = ${id}`),
    taking: idsOf(await sql`select deal_id as id from crm.participant where person_id = ${id}`),
    activities: idsOf(await sql`select id from crm.activity where person_id = ${id}`),
    leads: idsOf(await sql`select id from crm.lead where person_id = ${id}`),
    followers: idsOf(await sql`select user_id as id from crm.follower where entity = 'person' and entity_id = ${id}`),
    naming: idsOf(await sql`select id from crm.deal where custom ->> ${keys.deal} = ${String(id)}`),
  }
}

async function relationsOfOrganization(id: number) {
  const { sql } = crm
  return {
    persons: idsOf(await sql`select id from crm.person where org_id = ${id}`),
    deals: idsOf(await sql`select id from crm.deal where org_id = ${id}`),
    related: idsOf(
      await sql`
      select case owner_org_id when ${id} then 'parent of ' || linked_org_id else 'daughter of ' || owner_org_id end as id
      from crm.organization_relationship where ${id} in (owner_org_id, linked_org_id)`,
    ),
    followers: idsOf(
      await sql`select user_id as id from crm.follower where entity = 'organization' and entity_id = ${id}`,
    ),
    naming: idsOf(await sql`select id from crm.organization where custom ->> ${keys.organization} = ${String(id)}`),
  }
}

async function takePart(dealId: number, personId: number) {
  await crm.sql`insert into crm.participant (company_id, deal_id, person_id, added_by)
    values (${crm.owner.companyId}, ${dealId}, ${personId}, ${crm.owner.userId})`
}

async function relate(owner: number, linked: number) {
  const body = { type: 'parent', rel_owner_org_id: owner, rel_linked_org_id: linked }
  await crm.owner.call('POST', '/v1/organizationRelationships', body)
}

function idsOf(rows: readonly { id?: unknown }[]): string[] {
  return rows.map(row => String(row.id)).sort()
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())].sort()
}

function values(list: readonly { value: string }[]): Set<string> {
  return new Set(list.map(point => point.value))
}
