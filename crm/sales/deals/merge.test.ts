import fc from 'fast-check'
import { DealsApi as DealsApiV1 } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { addColourField } from '../../testing/addField.ts'
import { aDeal, aLine, anActivity, anOrganization, aPerson, aProduct, made } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const v1 = new DealsApiV1(crm.owner.v1)
const { colourField, red } = await addColourField(crm.owner)

const read = async (id: number, query = '') => (await crm.owner.call('GET', `/v2/deals/${id}${query}`)).body.data

describe('merge', () => {
  test('400 into itself or a deal of another company, 404 for one that is not there', async () => {
    const { id } = await aDeal(crm.owner)
    const stranger = await crm.company()
    const theirs = (await stranger.call('POST', '/v2/deals', { title: 'Theirs' })).body.data.id
    const merge = async (from: number, merge_with_id: number) =>
      (await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id })).body

    expect(await merge(id, id)).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
    expect(await merge(id, theirs)).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
    expect(await merge(theirs, id)).toMatchObject({ errorCode: 404 })
  })

  test('412 on an older version than the caller thinks', async () => {
    const [from, into] = [(await aDeal(crm.owner)).id, (await aDeal(crm.owner)).id]
    const stale = { 'if-match': '"99"' }
    const refused = await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id: into }, stale)

    expect(refused.body).toMatchObject({ errorCode: 412, field: 'if-match' })
    expect(await read(from)).toMatchObject({ is_deleted: false })
  })

  test('tells the logs who takes part, who follows and which discounts came along, as a copy does', async () => {
    const [ann, ben] = [(await aPerson(crm.owner, { name: 'Ann' })).id, (await aPerson(crm.owner, { name: 'Ben' })).id]
    const colleague = await crm.colleague(crm.owner)
    const { id: from } = await aDeal(crm.owner, { person_id: ann })
    const { id: into } = await aDeal(crm.owner, { person_id: ben })
    const { id: cara } = await aPerson(crm.owner, { name: 'Cara' })
    await v1.addDealParticipant({ id: from, AddDealParticipantRequest: { person_id: cara } })
    await crm.owner.call('POST', `/v2/deals/${from}/followers`, { user_id: colleague.userId })
    await crm.owner.call('POST', `/v2/deals/${from}/discounts`, { description: 'Early', amount: 5, type: 'percentage' })

    const copy = (await crm.owner.call('POST', `/v1/deals/${from}/duplicate`)).body.data.id
    await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id: into })

    const joined = (id: number) =>
      crm.owner
        .call('GET', `/v1/deals/${id}/participantsChangelog`)
        .then(({ body }) => body.data.map((change: { person_id: number }) => change.person_id).sort())
    expect(await joined(copy)).toEqual([cara])
    expect(await joined(into)).toEqual([ann, cara].sort())
    const followers = await crm.owner.call('GET', `/v2/deals/${into}/followers/changelog`)
    expect(followers.body.data).toMatchObject([{ action: 'added', follower_user_id: colleague.userId }])
    const discounts = await crm.sql`
      select action, facts from crm.change where entity = 'deal_discount' and facts ->> 'deal_id' = any(${[copy, into].map(String)})
      order by seq`
    expect(discounts).toMatchObject([
      { action: 'added', facts: { deal_id: copy, description: 'Early', amount: 5 } },
      { action: 'updated', facts: { deal_id: into, description: 'Early', amount: 5 } },
    ])
  })

  test('brings the installments along with the products they split', async () => {
    const [from, into] = [await aDeal(crm.owner), await aDeal(crm.owner)]
    await aLine(crm.owner, from.id)
    const body = { description: 'First half', amount: 50, billing_date: '2030-01-01' }
    const { id } = await made(crm.owner, `/v2/deals/${from.id}/installments`, body)

    await v1.mergeDeals({ id: from.id, MergeDealsRequest: { merge_with_id: into.id } })

    const { body: listed } = await crm.owner.call('GET', `/v2/deals/installments?deal_ids=${into.id}`)
    expect(listed.data).toMatchObject([{ id, deal_id: into.id, amount: 50 }])
  })

  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const someDeal = fc.record({
    value: fc.nat({ max: 1000 }),
    person: maybe(fc.constantFrom('a', 'b')),
    org: maybe(fc.constantFrom('a', 'b')),
    expected_close_date: maybe(fc.constantFrom('2030-01-01', '2031-12-31')),
    probability: maybe(fc.integer({ min: 0, max: 100 })),
    colour: fc.boolean(),
    participants: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    activities: fc.nat({ max: 2 }),
    products: fc.nat({ max: 1 }),
    follows: fc.boolean(),
  })

  test('loses nothing: the survivor keeps its values, takes what it lacks, and has what belonged to both', async () => {
    const colleague = await crm.colleague(crm.owner)
    const persons = {
      a: (await aPerson(crm.owner, { name: 'A' })).id,
      b: (await aPerson(crm.owner, { name: 'B' })).id,
      c: (await aPerson(crm.owner, { name: 'C' })).id,
    }
    const orgs = {
      a: (await anOrganization(crm.owner, { name: 'A' })).id,
      b: (await anOrganization(crm.owner, { name: 'B' })).id,
    }
    const { id: product } = await aProduct(crm.owner, { name: 'P', prices: [{ currency: 'USD', price: 10 }] })

    await fc.assert(
      fc.asyncProperty(someDeal, someDeal, async (one, other) => {
        const [merged, survivor] = [await build(one, crm.owner.userId), await build(other, colleague.userId)]

        const answer = await v1.mergeDeals({ id: merged.id, MergeDealsRequest: { merge_with_id: survivor.id } })

        expect(answer.data).toMatchObject({ id: survivor.id, merge_what_id: merged.id })
        const now = await read(survivor.id)
        const { person = one.person, org = one.org } = other
        expect(now).toMatchObject({
          person_id: person ? persons[person] : null,
          org_id: org ? orgs[org] : null,
          expected_close_date: other.expected_close_date ?? one.expected_close_date ?? null,
          probability: other.probability ?? one.probability ?? null,
        })
        expect(now.custom_fields[colourField]).toBe(one.colour || other.colour ? red : null)
        const related = await relationsOf(survivor.id)
        for (const kind of ['activities', 'products', 'followers', 'persons'] as const)
          expect(related[kind]).toEqual(union(merged[kind], survivor[kind]))
        expect(await relationsOf(merged.id)).toMatchObject({ activities: [], products: [], followers: [] })
        expect(await read(merged.id)).toMatchObject({ is_deleted: true, status: 'deleted' })
      }),
      { numRuns: 8 },
    )

    async function build(wanted: typeof someDeal extends fc.Arbitrary<infer T> ? T : never, followerId: number) {
      const { person, org, colour, participants, activities, products, follows, ...fields } = wanted
      const { id } = await aDeal(crm.owner, {
        ...fields,
        ...(person && { person_id: persons[person] }),
        ...(org && { org_id: orgs[org] }),
        ...(colour && { custom_fields: { [colourField]: red } }),
      })
      for (const name of participants)
        await v1.addDealParticipant({ id, AddDealParticipantRequest: { person_id: persons[name] } })
      for (let n = 0; n < activities; n++) await anActivity(crm.owner, { subject: 'Call', deal_id: id })
      for (let n = 0; n < products; n++)
        await made(crm.owner, `/v2/deals/${id}/products`, { product_id: product, item_price: 10, quantity: 1 })
      if (follows) await crm.owner.call('POST', `/v2/deals/${id}/followers`, { user_id: followerId })
      return { id, ...(await relationsOf(id)) }
    }
  })

  async function relationsOf(id: number) {
    const { sql } = crm
    const participants = await sql`select person_id as id from crm.participant where deal_id = ${id}`
    const main = await sql`select person_id as id from crm.deal where id = ${id} and person_id is not null`
    return {
      activities: idsOf(await sql`select id from crm.activity where deal_id = ${id}`),
      products: idsOf(await sql`select id from crm.deal_product where deal_id = ${id}`),
      followers: idsOf(await sql`select user_id as id from crm.follower where entity = 'deal' and entity_id = ${id}`),
      persons: union(idsOf(participants), idsOf(main)),
    }
  }

  function idsOf(rows: readonly { id?: unknown }[]): string[] {
    return rows.map(row => String(row.id)).sort()
  }

  function union(...lists: string[][]): string[] {
    return [...new Set(lists.flat())].sort()
  }
})
