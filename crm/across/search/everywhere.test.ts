import { describe, expect, test } from 'vitest'
import { aColleagueBeside } from '../../testing/people.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

/** Of 4,000 products three of four are of steel, each fifth of tin, each hundredth of brass, one of gold; some are deleted, or seen by few. */
const COUNT = 4_000
/** With so many older ones they are at few places between the oldest and the newest, and so look less frequent than they are. */
const OLDER = 10_000

async function found(term: string, by: TestUser, kind = 'products'): Promise<number[]> {
  const ids: number[] = []
  let cursor = ''
  do {
    const { body } = await by.call('GET', `/v2/${kind}/search?term=${term}&limit=500${cursor && `&cursor=${cursor}`}`)
    for (const { item } of body.data.items) ids.push(item.id)
    cursor = body.additional_data.next_cursor ?? ''
  } while (cursor)
  return ids.toSorted((a, b) => a - b)
}

describe.each([
  ['nothing else', 0],
  ['others that are older', OLDER],
])('beside %s', async (_, others) => {
  const owner = await crm.company()
  const beside = await aColleagueBeside(crm, owner)
  await crm.sql`
    insert into crm.product (company_id, name, owner_id, visible_to)
    select ${owner.companyId}, 'Nut ' || n, ${owner.userId}, 7 from generate_series(1, ${others}) n`
  const products = await crm.sql<{ id: number; name: string; is_deleted: boolean; visible_to: number }[]>`
    insert into crm.product (company_id, name, owner_id, visible_to, is_deleted)
    select ${owner.companyId}, 'Bolt ' || n || case when n % 4 > 0 then ' steel' else '' end
      || case when n % 5 = 1 then ' tin' else '' end || case when n % 100 = 53 then ' brass' else '' end || case when n = 78 then ' gold' else '' end,
      ${owner.userId}, case when n % 7 = 0 then 1 else 7 end, n % 5 = 0
    from generate_series(1, ${COUNT}) n order by n
    returning id, name, is_deleted, visible_to`

  function newest(has: string, most = 1_000): number[] {
    const those = products.filter(({ name, is_deleted }) => name.includes(has) && !is_deleted)
    return those.map(({ id }) => id).slice(-most)
  }

  test('of words that are everywhere the newest records are found, of rare ones all, however often they are asked for', async () => {
    expect(['tin', 'brass', 'gold'].map(word => newest(word).length)).toEqual([800, 40, 1])
    for (let run = 0; run < 8; run++) {
      expect(await found('steel', owner)).toEqual(newest('steel'))
      expect(await found('brass', owner)).toEqual(newest('brass'))
      // Often enough that they look like being everywhere, and fewer than are shown then.
      expect(await found('tin', owner)).toEqual(newest('tin'))
      expect(await found('gold', owner)).toEqual(newest('gold'))
      expect(await found('steel%20brass', owner)).toEqual(newest('steel brass'))
      expect(await found('copper', owner)).toEqual([])
    }
  })

  test('who sees a part of them finds the newest of that part', async () => {
    const seen = products.filter(
      ({ name, is_deleted, visible_to }) => name.includes('steel') && !is_deleted && visible_to === 7,
    )

    expect(await found('steel', beside)).toEqual(seen.map(({ id }) => id).slice(-1_000))
    expect(await found('gold', beside)).toEqual(newest('gold'))
  })
})

test('whoever has nearly all rows of the table finds no record of another company, and the other finds its own', async () => {
  const [most, few] = [await crm.company(), await crm.company()]
  const names = async ({ companyId, userId }: TestUser, count: number) => {
    const added = await crm.sql<{ id: number }[]>`
      insert into crm.person (company_id, name, owner_id, visible_to)
      select ${companyId}, 'Anna Copper ' || n, ${userId}, 7 from generate_series(1, ${count}) n order by n returning id`
    return added.map(({ id }) => id)
  }
  const [ofMost, ofFew] = [await names(most, 3_000), await names(few, 20)]
  // What PostgreSQL counted last tells how to look.
  await crm.sql`analyze crm.person_words`

  expect(await found('copper', most, 'persons')).toEqual(ofMost.slice(-1_000))
  expect(await found('copper', few, 'persons')).toEqual(ofFew)
})

test('notes that say the same everywhere show their newest records, others all of them', async () => {
  const { owner } = crm
  const [first, ...others] = await crm.sql<{ id: number }[]>`
    insert into crm.organization (company_id, name, owner_id, visible_to)
    select ${owner.companyId}, 'Firm ' || n, ${owner.userId}, 7 from generate_series(1, 1500) n returning id`
  await crm.sql`
    insert into crm.note (company_id, org_id, content, user_id)
    select ${owner.companyId}, id, case when id = ${first?.id ?? 0} then 'called once' else 'called daily' end, ${owner.userId}
    from crm.organization where company_id = ${owner.companyId} order by id`

  expect(await found('daily', owner, 'organizations')).toEqual(others.map(({ id }) => id).slice(-1_000))
  expect(await found('once', owner, 'organizations')).toEqual([first?.id])
})
