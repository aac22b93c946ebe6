import { afterEach, describe, expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

/** A day of a report is a day in UTC, to the last moment, wherever the machine thinks it is. */
const crm = await startTestCrm()
const ownZone = process.env.TZ

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ
  else process.env.TZ = ownZone
})

const BEFORE = '2026-03-07T23:59:59.999Z'
const FIRST = '2026-03-08T00:00:00Z'
const LAST = '2026-03-08T23:59:59.999Z'
const AFTER = '2026-03-09T00:00:00Z'

/** A deal at each of these moments, with the status it got then. */
async function dealsAt(user: TestUser, status: 'open' | 'won' | 'lost'): Promise<number[]> {
  const ids: number[] = []
  for (const at of [BEFORE, FIRST, LAST, AFTER]) {
    const { body } = await user.call('POST', '/v2/deals', { title: at, value: 1, currency: 'EUR', status })
    const id = body.data.id
    await crm.sql`update crm.deal set add_time = ${at},
      won_time = case when status = 'won' then ${at}::timestamptz end,
      lost_time = case when status = 'lost' then ${at}::timestamptz end,
      close_time = case when status <> 'open' then ${at}::timestamptz end
      where id = ${id}`
    await crm.sql`update crm.change set at = ${at} where entity = 'deal' and entity_id = ${String(id)}`
    ids.push(id)
  }
  return ids
}

// In New York the 8th has only 23 hours.
describe.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])('on a machine in %s', zone => {
  test('statistics of a pipeline count from its first moment to its last', async () => {
    process.env.TZ = zone
    const user = await crm.company()
    const [stage] = (await user.call('GET', '/v2/stages?sort_by=order_nr')).body.data
    const open = await dealsAt(user, 'open')
    const won = await dealsAt(user, 'won')
    const lost = await dealsAt(user, 'lost')
    const path = `/v1/pipelines/${stage.pipeline_id}`
    const day = 'start_date=2026-03-08&end_date=2026-03-08'

    const movements = (await user.call('GET', `${path}/movement_statistics?${day}`)).body.data
    const conversion = (await user.call('GET', `${path}/conversion_statistics?${day}`)).body.data

    const within = (ids: number[]) => ids.slice(1, 3)
    expect(movements.new_deals.deals_ids).toEqual([...within(open), ...within(won), ...within(lost)])
    expect(movements.won_deals).toMatchObject({ count: 2, deals_ids: within(won), values: { EUR: 2 } })
    expect(movements.lost_deals).toMatchObject({ count: 2, deals_ids: within(lost) })
    // What was closed the day after was open at the end of this one, but it was not there yet.
    expect(movements.deals_left_open.deals_ids).toEqual(open.slice(0, 3))
    expect(conversion).toMatchObject({ won_conversion: 50, lost_conversion: 50 })
    // Stays that began on the day: one lasted all of it, one its last moment; closed ones lasted no time.
    const stays = movements.average_age_in_days.by_stages.find(
      (each: { stage_id: number }) => each.stage_id === stage.id,
    )
    expect(stays.value).toBeCloseTo(1 / 6, 1)
  })

  test('a timeline has each deal in the day of its moment', async () => {
    process.env.TZ = zone
    const user = await crm.company()
    const won = await dealsAt(user, 'won')
    const query = (field: string) => `start_date=2026-03-07&interval=day&amount=3&field_key=${field}`

    for (const field of ['add_time', 'won_time']) {
      const { data } = (await user.call('GET', `/v1/deals/timeline?${query(field)}`)).body

      expect(data.map((period: { period_start: string }) => period.period_start.slice(0, 10))).toEqual([
        '2026-03-07',
        '2026-03-08',
        '2026-03-09',
      ])
      const ids = data.map((period: { deals: { id: number }[] }) => period.deals.map(deal => deal.id))
      expect(ids).toEqual([won.slice(0, 1), won.slice(1, 3), won.slice(3)])
      expect(data.map((period: { totals: { count: number } }) => period.totals.count)).toEqual([1, 2, 1])
    }
  })
})
