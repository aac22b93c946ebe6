import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/**
 * Random histories of deals and activities, told over the API, their times then spread over some days in the database,
 * and for every kind of goal what it counts of such a history.
 */

const DAYS = 6
export const dayOf = (day: number) => `2026-03-0${day + 1}`
const day = fc.integer({ min: 0, max: DAYS - 1 })
const index = (length: number) => fc.integer({ min: 0, max: length - 1 })

const CURRENCIES = ['USD', 'EUR', 'JPY', 'XAU'] as const
/** In dollars; nobody knows what gold is worth. */
const RATES: Record<string, number> = { USD: 1, EUR: 1.25, JPY: 0.0075 }

const aStory = fc.record({
  owner: index(3),
  stage: index(4),
  added: day,
  /** In cents. */
  value: fc.integer({ min: 0, max: 100_000 }),
  currency: fc.constantFrom(...CURRENCIES),
  moves: fc.array(fc.record({ day, stage: index(4) }), { maxLength: 4 }),
  ending: fc.constantFrom('open', 'open', 'won', 'won', 'reopened', 'lost', 'deleted'),
  endingDay: day,
  expected: fc.option(day),
  /** Given to somebody else at the end. */
  heir: fc.option(index(3)),
})
type Story = typeof aStory extends fc.Arbitrary<infer T> ? T : never

const aTask = fc.record({ owner: index(3), type: index(2), added: day, done: fc.option(day), deleted: fc.boolean() })
type Task = typeof aTask extends fc.Arbitrary<infer T> ? T : never

export interface World {
  crm: TestCrm
  users: TestUser[]
  team: number
  /** Two in each of two pipelines. */
  stages: { id: number; pipeline_id: number }[]
  types: { id: number; key_string: string }[]
  usd: number
}

export async function aWorld(crm: TestCrm): Promise<World> {
  const boss = await crm.company()
  const users = [boss, await crm.colleague(boss), await crm.colleague(boss)]
  const call = async (method: string, path: string, body?: object) => (await boss.call(method, path, body)).body.data
  const members = users.slice(1).map(user => user.userId)
  const team = (await call('POST', '/v1/legacyTeams', { name: 'T', manager_id: boss.userId, users: members })).id
  const here = (await call('GET', '/v2/stages?sort_by=order_nr')).slice(0, 2)
  const pipeline_id = (await call('POST', '/v2/pipelines', { name: 'Other' })).id
  const there = []
  for (const name of ['One', 'Two']) there.push(await call('POST', '/v2/stages', { name, pipeline_id }))
  await call('PUT', '/v1/currencies/rates', { rates: { EUR: RATES.EUR, JPY: RATES.JPY } })
  return {
    crm,
    users,
    team,
    stages: [...here, ...there],
    types: (await call('GET', '/v1/activityTypes')).slice(0, 2),
    usd: (await call('GET', '/v1/currencies?term=USD'))[0].id,
  }
}

/** Writes the story as people would, and then puts what happened on the days it tells of. */
export async function tellDeal({ crm, users: [boss], users, stages }: World, story: Story): Promise<void> {
  if (!boss) return
  const send = async (method: string, path: string, body?: object) => {
    const reply = await boss.call(method, path, body)
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.body.data
  }
  const at = (nr: number) => `${dayOf(nr)}T12:00:00Z`
  const { id } = await send('POST', '/v1/deals', {
    title: 'Deal',
    user_id: users[story.owner]?.userId,
    stage_id: stages[story.stage]?.id,
    value: story.value / 100,
    currency: story.currency,
    add_time: `${dayOf(story.added)} 12:00:00`,
    ...(story.expected !== null && { expected_close_date: dayOf(story.expected) }),
  })
  for (const move of story.moves) {
    await send('PATCH', `/v2/deals/${id}`, { stage_id: stages[move.stage]?.id })
    await crm.sql`
      update crm.change set at = ${at(move.day)} where seq = (
        select max(seq) from crm.change where company_id = ${boss.companyId} and entity = 'deal' and entity_id = ${String(id)})
      and before ? 'stage_id' and at > '2026-04-01'`
  }
  const { ending, endingDay } = story
  if (ending === 'won' || ending === 'reopened')
    await send('PATCH', `/v2/deals/${id}`, { status: 'won', won_time: at(endingDay) })
  if (ending === 'reopened') await send('PATCH', `/v2/deals/${id}`, { status: 'open' })
  if (ending === 'lost') await send('PATCH', `/v2/deals/${id}`, { status: 'lost' })
  if (ending === 'deleted') await send('DELETE', `/v2/deals/${id}`)
  else if (story.heir !== null) await send('PATCH', `/v2/deals/${id}`, { owner_id: users[story.heir]?.userId })
}

export async function tellTask({ crm, users: [boss], users, types }: World, task: Task): Promise<void> {
  if (!boss) return
  const { id } = (
    await boss.call('POST', '/v2/activities', {
      subject: 'Call',
      type: types[task.type]?.key_string,
      owner_id: users[task.owner]?.userId,
      done: task.done !== null,
    })
  ).body.data
  await crm.sql`
    update crm.activity set add_time = ${`${dayOf(task.added)}T00:00:00Z`},
      marked_as_done_time = ${task.done === null ? null : `${dayOf(task.done)}T23:59:59Z`}
    where company_id = ${boss.companyId} and id = ${id}`
  if (task.deleted) await boss.call('DELETE', `/v2/activities/${id}`)
}

/** A goal of some type, and what of a story or a task it counts: how much of the value, or nothing. */
interface AskedGoal {
  name: string
  params: object
  deal?(story: Story, within: (day: number) => boolean): number
  task?(task: Task, within: (day: number) => boolean): boolean
}

export function askedGoals({ stages, types }: World): AskedGoal[] {
  const pipeline_id = [stages[2]?.pipeline_id ?? 0]
  const isThere = (stage: number) => stage >= 2
  const lastStage = (story: Story) => story.moves.at(-1)?.stage ?? story.stage
  /** Moves to where a deal is already are none. */
  const realMoves = (story: Story) =>
    story.moves.filter((move, at) => move.stage !== (story.moves[at - 1]?.stage ?? story.stage))
  return [
    { name: 'deals_won', params: {}, deal: (s, within) => Number(s.ending === 'won' && within(s.endingDay)) },
    {
      name: 'deals_won',
      params: { pipeline_id },
      deal: (s, within) => Number(s.ending === 'won' && within(s.endingDay) && isThere(lastStage(s))),
    },
    { name: 'deals_started', params: {}, deal: (s, within) => Number(within(s.added)) },
    {
      name: 'deals_started',
      params: { pipeline_id },
      deal: (s, within) => Number(within(s.added) && isThere(s.stage)),
    },
    {
      name: 'deals_progressed',
      params: { stage_id: stages[1]?.id },
      deal: (s, within) =>
        Number((s.stage === 1 && within(s.added)) || realMoves(s).some(move => move.stage === 1 && within(move.day))),
    },
    { name: 'deals_progressed', params: {}, deal: (s, within) => Number(realMoves(s).some(m => within(m.day))) },
    {
      name: 'deals_progressed',
      params: { pipeline_id },
      deal: (s, within) => Number(realMoves(s).some(move => isThere(move.stage) && within(move.day))),
    },
    {
      name: 'revenue_forecast',
      params: {},
      deal: (s, within) => {
        const isOpen = s.ending === 'open' || s.ending === 'reopened'
        return Number(
          (s.ending === 'won' && within(s.endingDay)) || (isOpen && s.expected !== null && within(s.expected)),
        )
      },
    },
    { name: 'activities_added', params: {}, task: (t, within) => within(t.added) },
    { name: 'activities_completed', params: {}, task: (t, within) => t.done !== null && within(t.done) },
    {
      name: 'activities_completed',
      params: { activity_type_id: [types[1]?.id] },
      task: (t, within) => t.done !== null && within(t.done) && t.type === 1,
    },
  ]
}

export const history = fc.record({
  stories: fc.array(aStory, { minLength: 8, maxLength: 12 }),
  tasks: fc.array(aTask, { minLength: 4, maxLength: 8 }),
  period: fc.tuple(day, day).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
})

/** Cents of each currency, converted and rounded once, as whole cents of a dollar. */
export function worth(stories: readonly Story[]) {
  let progress = 0
  for (const [currency, rate] of Object.entries(RATES)) {
    const cents = stories.filter(story => story.currency === currency).reduce((sum, { value }) => sum + value, 0)
    // Rates have four decimals at most: whole numbers until the one rounding.
    const exact = BigInt(cents) * BigInt(Math.round(rate * 10_000))
    progress += Number((exact * 2n + 10_000n) / 20_000n)
  }
  const gold = stories.filter(({ currency, value }) => currency === 'XAU' && value > 0)
  const all = stories.filter(({ currency }) => currency === 'XAU')
  const value = gold.reduce((sum, story) => sum + story.value, 0)
  return {
    progress: progress / 100,
    ...(value > 0 && { not_converted: { XAU: { count: all.length, value: value / 100 } } }),
  }
}
