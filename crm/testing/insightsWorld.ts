import { made } from './builders.ts'
import { randomFrom } from './randomFrom.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/**
 * Deals with their histories and activities of four months, made at random and kept beside the database, so that every
 * figure of a report can be counted again by hand.
 */

export const FROM = '2026-01'
export const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04']
const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2025, 11, 20)
const DAYS = 150

/** In dollars; nobody knows what gold is worth. */
export const RATES: Readonly<Record<string, number>> = { USD: 1, EUR: 1.25 }

export interface ToldDeal {
  id: number
  owner: number
  pipeline: number
  /** Every stage it was in, and since when. */
  stays: { stage: number; at: number }[]
  value: number
  currency: string
  status: string
  closed: number | null
  lostReason: string | null
  closing: string | null
  probability: number | null
  hidden: boolean
  archived: boolean
}

export interface ToldActivity {
  owner: number
  type: string
  deal: number | null
  done: number | null
}

export interface InsightsWorld {
  boss: TestUser
  ann: TestUser
  team: { id: number; users: number[] }
  pipelines: { id: number; stages: { id: number; probability: number }[]; counts: boolean }[]
  deals: ToldDeal[]
  activities: ToldActivity[]
}

export async function insightsWorld(crm: TestCrm, seed: number): Promise<InsightsWorld> {
  const boss = await crm.company()
  const [ann, bob] = [await crm.colleague(boss), await crm.colleague(boss)]
  await boss.call('PUT', '/v1/currencies/rates', { rates: { EUR: RATES.EUR } })
  const users = [ann.userId, bob.userId]
  const { id } = await made(boss, '/v1/legacyTeams', { name: 'North', manager_id: boss.userId, users })
  const second = await made(boss, '/v2/pipelines', { name: 'Second', is_deal_probability_enabled: true })
  for (const deal_probability of [20, 60]) {
    const stage = { name: `At ${deal_probability}`, pipeline_id: second.id, deal_probability }
    await made(boss, '/v2/stages', stage)
  }
  const stages = (await boss.call('GET', '/v2/stages?sort_by=order_nr')).body.data
  const [first] = (await boss.call('GET', '/v2/pipelines')).body.data
  const pipelines = [first.id, second.id].map(pipeline => ({
    id: pipeline as number,
    stages: stages
      .filter((stage: { pipeline_id: number }) => stage.pipeline_id === pipeline)
      .map((stage: { id: number; deal_probability: number }) => ({
        id: stage.id,
        probability: stage.deal_probability,
      })),
    counts: pipeline === second.id,
  }))
  const world: InsightsWorld = { boss, ann, team: { id, users }, pipelines, deals: [], activities: [] }
  await tell(crm, world, [boss.userId, ...users], randomFrom(seed))
  return world
}

async function tell(crm: TestCrm, world: InsightsWorld, owners: readonly number[], random: () => number) {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const day = () => BEGIN + Math.floor(random() * DAYS) * DAY_MS + Math.floor(random() * DAY_MS)
  for (let nr = 0; nr < 160; nr++) {
    const pipeline = one(world.pipelines)
    let at = day()
    const stays = [{ stage: one(pipeline.stages).id, at }]
    while (random() < 0.6 && stays.length < 5) {
      at += Math.floor(random() * 30 * DAY_MS)
      const stage = one(pipeline.stages).id
      if (stage !== stays.at(-1)?.stage) stays.push({ stage, at })
    }
    const status = one(['open', 'won', 'won', 'lost', 'lost'])
    const closed = status === 'open' ? null : at + Math.floor(random() * 20 * DAY_MS)
    world.deals.push({
      id: 0,
      owner: one(owners),
      pipeline: pipeline.id,
      stays,
      value: 100 * Math.floor(random() * 100),
      currency: one(['USD', 'USD', 'EUR', 'XAU']),
      status,
      closed,
      lostReason: status === 'lost' ? one([null, '', 'Too dear', 'Too late', ...REASONS]) : null,
      closing: random() < 0.3 ? null : new Date(day()).toISOString().slice(0, 10),
      probability: random() < 0.5 ? null : one([0, 50, 100]),
      hidden: random() < 0.3,
      archived: random() < 0.1,
    })
  }
  for (const deal of world.deals) deal.id = await store(crm, world.boss, deal)
  for (let nr = 0; nr < 120; nr++)
    world.activities.push({
      owner: one(owners),
      type: one(['call', 'meeting', 'task', 'gone']),
      deal: random() < 0.2 ? null : one(world.deals).id,
      done: random() < 0.2 ? null : day(),
    })
  const { companyId, userId } = world.boss
  await crm.sql`insert into crm.activity ${crm.sql(
    world.activities.map(({ owner, type, deal, done }) => ({
      company_id: companyId,
      subject: 'Something',
      type,
      owner_id: owner,
      creator_id: userId,
      deal_id: deal,
      due_date: '2026-02-01',
      done: done !== null,
      marked_as_done_time: done === null ? null : new Date(done),
    })),
  )}`
}

/** More than a report shows one by one. */
const REASONS = Array.from({ length: 14 }, (_, nr) => `Reason ${nr}`)

async function store({ sql }: TestCrm, { companyId, userId }: TestUser, deal: ToldDeal): Promise<number> {
  const { stays, status, closed } = deal
  const closedAt = closed === null ? null : new Date(closed)
  const last = stays.at(-1)
  const [row] = await sql<{ id: number }[]>`insert into crm.deal ${sql({
    company_id: companyId,
    title: 'Deal',
    owner_id: deal.owner,
    creator_id: userId,
    pipeline_id: deal.pipeline,
    stage_id: last?.stage ?? 0,
    value: deal.value,
    currency: deal.currency,
    status,
    visible_to: deal.hidden ? 1 : 7,
    probability: deal.probability,
    lost_reason: deal.lostReason,
    expected_close_date: deal.closing,
    is_archived: deal.archived,
    add_time: new Date(stays[0]?.at ?? 0),
    stage_change_time: stays.length > 1 ? new Date(last?.at ?? 0) : null,
    won_time: status === 'won' ? closedAt : null,
    lost_time: status === 'lost' ? closedAt : null,
    close_time: closedAt,
  })} returning id::int`
  for (const [nr, { stage, at }] of stays.entries())
    if (nr > 0)
      await sql`
        insert into crm.change (company_id, at, entity, entity_id, action, before, after)
        values (${companyId}, ${new Date(at)}, 'deal', ${String(row?.id)}, 'updated',
          jsonb_build_object('stage_id', ${stays[nr - 1]?.stage ?? 0}::bigint), jsonb_build_object('stage_id', ${stage}::bigint))`
  return row?.id ?? 0
}
