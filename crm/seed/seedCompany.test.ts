import { describe, expect, test } from 'vitest'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { seedCompany, seedSize } from './seedCompany.ts'

const crm = await startTestCrm()

const now = new Date()
const DEALS = 300

async function seeded(seed: number): Promise<number> {
  const { companyId } = await crm.company()
  let made = 0
  const plan = { companyId, deals: DEALS, seed, now }
  await seedCompany(
    crm.sql,
    plan,
    work => crm.sql.begin(work) as Promise<never>,
    more => {
      made += more
    },
  )
  expect(made).toBe(seedSize(plan))
  return companyId
}

/** What was made, without the ids, which every company has of its own. */
async function records(companyId: number) {
  return crm.sql`
    select d.title, d.value, d.status, d.add_time, d.close_time, p.name as person, o.name as organization, u.name as owner
    from crm.deal d
    join crm.person p on p.company_id = d.company_id and p.id = d.person_id
    join crm.organization o on o.company_id = d.company_id and o.id = d.org_id
    join crm.app_user u on u.company_id = d.company_id and u.id = d.owner_id
    where d.company_id = ${companyId} order by d.id`
}

// `portico seed` says that it wants one machine.
describe.skipIf(crm.database.isDistributed)('a company that is filled', () => {
  test('the same number gives the same records again, another one others', async () => {
    const [first, again, other] = [await seeded(1), await seeded(1), await seeded(2)]

    const made = await records(first)
    expect(made).toHaveLength(DEALS)
    expect(await records(again)).toEqual(made)
    expect(await records(other)).not.toEqual(made)
  })

  test('each record has several to choose from: owners, persons, organizations, stages', async () => {
    const companyId = await seeded(1)

    const [different] = await crm.sql`
      select count(distinct owner_id)::int as owners, count(distinct person_id)::int as persons, count(distinct org_id)::int as organizations,
        count(distinct stage_id)::int as stages, array_agg(distinct status::text order by status::text) as statuses
      from crm.deal where company_id = ${companyId}`
    expect(different?.owners).toBe(8)
    expect(different?.persons).toBeGreaterThan(100)
    expect(different?.organizations).toBeGreaterThan(50)
    expect(different?.stages).toBe(5)
    expect(different?.statuses).toEqual(['lost', 'open', 'won'])
  })

  test('the log tells first how a deal was added, open, and then how it was closed, as it is now', async () => {
    const companyId = await seeded(1)

    const deals = await crm.sql<{ status: string; now: object; lines: Line[] }[]>`
      select d.status, to_jsonb(d) as now, json_agg(json_build_object('action', c.action, 'at', c.at, 'before', c.before, 'after', c.after)
        order by c.seq) as lines
      from crm.deal d join crm.change c on c.company_id = d.company_id and c.entity = 'deal' and c.entity_id = d.id::text
      where d.company_id = ${companyId} group by d.company_id, d.id`
    expect(deals.map(({ status }) => status)).toEqual(expect.arrayContaining(['open', 'won', 'lost']))
    for (const { status, now, lines } of deals) {
      const [added, closed] = lines
      expect(lines.map(({ action }) => action)).toEqual(status === 'open' ? ['added'] : ['added', 'updated'])
      expect(added?.after).toMatchObject({
        status: 'open',
        version: 1,
        close_time: null,
        won_time: null,
        lost_time: null,
      })
      expect(lines.at(-1)?.after).toEqual(now)
      if (!closed) continue
      expect(Date.parse(closed.at)).toBeGreaterThan(Date.parse(added?.at ?? ''))
      const { version, update_time } = added?.after ?? {}
      expect({ ...now, ...closed.before, version, update_time }).toEqual(added?.after)
    }
  })
})

interface Line {
  action: string
  at: string
  before: object | null
  after: Record<string, unknown>
}
