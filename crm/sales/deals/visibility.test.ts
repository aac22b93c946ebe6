import { DealsApi } from 'pipedrive/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal } from '../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

/**
 * Groups are a tree: company > sales > { north > berlin, south }. Deals belong to somebody in north; everyone else
 * stands in some relation to that.
 */
const crm = await startTestCrm()
let people: Record<Who, TestUser>

const EVERYBODY = ['admin', 'top', 'above', 'owner', 'same', 'below', 'stranger'] as const
type Who = (typeof EVERYBODY)[number]

/** Who sees a deal by its `visible_to`. */
const SEEN_BY: Record<number, readonly Who[]> = {
  1: ['admin', 'top', 'above', 'owner'],
  3: ['admin', 'top', 'above', 'owner', 'same'],
  5: ['admin', 'top', 'above', 'owner', 'same', 'below'],
  7: EVERYBODY,
}

beforeAll(async () => {
  const [company] = await crm.sql`select role_id as id from crm.app_user where id = ${crm.owner.userId}`
  const sales = await group('Sales', company?.id)
  const north = await group('North', sales)
  const berlin = await group('Berlin', north)
  const south = await group('South', sales)
  people = {
    admin: crm.owner,
    top: await crm.colleague(crm.owner),
    above: await crm.colleague(crm.owner, { roleId: sales }),
    owner: await crm.colleague(crm.owner, { roleId: north }),
    same: await crm.colleague(crm.owner, { roleId: north }),
    below: await crm.colleague(crm.owner, { roleId: berlin }),
    stranger: await crm.colleague(crm.owner, { roleId: south }),
  }
})

async function group(name: string, parent: number): Promise<number> {
  const [role] = await crm.sql`
    insert into crm.role (company_id, parent_id, name) values (${crm.owner.companyId}, ${parent}, ${name}) returning id`
  return role?.id
}

/** Who can reach a deal in each of the ways there are; each must give the same people. */
async function seenBy(id: number): Promise<Record<string, Who[]>> {
  const permitted = (await new DealsApi(people.admin.v1).getDealUsers({ id })) as { data?: number[] }
  const who = async (sees: (user: TestUser) => Promise<boolean>) => {
    const answers = await Promise.all(EVERYBODY.map(name => sees(people[name])))
    return EVERYBODY.filter((_, at) => answers[at])
  }
  return {
    permittedUsers: EVERYBODY.filter(name => permitted.data?.includes(people[name].userId)),
    get: await who(async user => (await user.call('GET', `/v2/deals/${id}`)).status === 200),
    getV1: await who(async user => (await user.call('GET', `/v1/deals/${id}`)).status === 200),
    list: await who(async user => (await user.call('GET', `/v2/deals?ids=${id}`)).body.data.length === 1),
    listV1: await who(async user =>
      Boolean(
        (await user.call('GET', '/v1/deals:(id)?limit=500')).body.data?.some((deal: { id: number }) => deal.id === id),
      ),
    ),
  }
}

function inEveryWay(who: readonly Who[]) {
  return { permittedUsers: who, get: who, getV1: who, list: who, listV1: who }
}

describe('a deal', () => {
  test.each([1, 3, 5, 7])('with visible_to %i is seen by its circle in every way there is', async visible_to => {
    const { id } = await aDeal(people.owner, { visible_to })

    expect(await seenBy(id)).toEqual(inEveryWay(SEEN_BY[visible_to] ?? []))
  })

  test('that is hidden is seen by who follows it, until they cease to', async () => {
    const { id } = await aDeal(people.owner, { visible_to: 1 })
    const { userId } = people.stranger

    await people.owner.call('POST', `/v2/deals/${id}/followers`, { user_id: userId })
    expect(await seenBy(id)).toEqual(inEveryWay([...(SEEN_BY[1] ?? []), 'stranger']))

    await people.owner.call('DELETE', `/v2/deals/${id}/followers/${userId}`)
    expect(await seenBy(id)).toEqual(inEveryWay(SEEN_BY[1] ?? []))
  })

  test('404 for everything that is done to a hidden one', async () => {
    const { id } = await aDeal(people.owner, { visible_to: 1 })
    const other = (await people.stranger.call('POST', '/v2/deals', { title: 'Own' })).body.data.id
    const calls: [string, string, object?][] = [
      ['PATCH', `/v2/deals/${id}`, { title: 'Mine' }],
      ['DELETE', `/v2/deals/${id}`],
      ['PUT', `/v1/deals/${id}`, { title: 'Mine' }],
      ['DELETE', `/v1/deals/${id}`],
      ['DELETE', `/v1/deals?ids=${id}`],
      ['POST', `/v1/deals/${id}/duplicate`],
      ['PUT', `/v1/deals/${id}/merge`, { merge_with_id: other }],
      ['GET', `/v1/deals/${id}/permittedUsers`],
      ['GET', `/v1/deals/${id}/changelog`],
      ['GET', `/v1/deals/${id}/flow`],
      ['GET', `/v1/deals/${id}/participants`],
      ['GET', `/v1/deals/${id}/participantsChangelog`],
      ['GET', `/v1/deals/${id}/persons`],
      ['GET', `/v1/deals/${id}/activities`],
      ['GET', `/v1/deals/${id}/followers`],
      ['GET', `/v2/deals/${id}/followers`],
      ['GET', `/v2/deals/${id}/followers/changelog`],
      ['POST', `/v2/deals/${id}/followers`, { user_id: people.stranger.userId }],
      ['POST', `/v1/deals/${id}/participants`, { person_id: 1 }],
    ]

    const statuses = []
    for (const [method, path, body] of calls)
      statuses.push([method, path, (await people.stranger.call(method, path, body)).status])

    expect(statuses).toEqual(calls.map(([method, path]) => [method, path, 404]))
    expect((await people.owner.call('GET', `/v2/deals/${id}`)).body.data).toMatchObject({
      title: 'Deal',
      is_deleted: false,
    })
    const into = await people.stranger.call('PUT', `/v1/deals/${other}/merge`, { merge_with_id: id })
    expect(into.body).toMatchObject({ errorCode: 400, field: 'merge_with_id' })
  })

  test('is not counted in the sums of those who may not see it', async () => {
    const before = await total(people.stranger)
    await people.owner.call('POST', '/v2/deals', { title: 'Rich', value: 1000, visible_to: 3 })

    expect(await total(people.stranger)).toBe(before)
    expect(await total(people.same)).toBeGreaterThanOrEqual(1000)

    async function total(user: TestUser) {
      return (await user.call('GET', '/v1/deals/summary')).body.data.total_currency_converted_value
    }
  })

  test('does not tell the names of contacts that are hidden from its reader', async () => {
    const person_id = (await people.owner.call('POST', '/v2/persons', { name: 'Secret', visible_to: 1 })).body.data.id
    const org_id = (await people.owner.call('POST', '/v2/organizations', { name: 'Hush', visible_to: 1 })).body.data.id
    const deal = await people.owner.call('POST', '/v2/deals', { title: 'Open', visible_to: 7, person_id, org_id })

    const seen = await people.stranger.call('GET', `/v1/deals/${deal.body.data.id}`)

    expect(seen.body.data).toMatchObject({
      person_id: null,
      org_id: null,
      person_name: null,
      org_name: null,
      person_hidden: true,
      org_hidden: true,
    })
    expect(JSON.stringify(seen.body)).not.toMatch(/Secret|Hush/)
  })

  test('without a visibility takes the default of its maker’s group', async () => {
    await crm.sql`update crm.role set settings = settings || '{"deal_default_visibility": 3}' where name = 'South'`
    const newcomer = await crm.colleague(crm.owner, { roleId: await southId() })

    const made = await newcomer.call('POST', '/v2/deals', { title: 'Quiet' })

    expect(made.body.data.visible_to).toBe(3)

    async function southId() {
      return (await crm.sql`select id from crm.role where name = 'South'`)[0]?.id
    }
  })
})
