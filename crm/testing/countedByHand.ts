import { type InsightsWorld, MONTHS, RATES, type ToldDeal } from './insightsWorld.ts'

/** Whose figures, of what. */
export interface Asked {
  viewer: number
  isAdmin: boolean
  user?: number
  team?: boolean
  pipeline?: number
}

type Rows = Record<string, (number | null)[]>

const FIRST = Date.parse(`${MONTHS[0]}-01T00:00:00Z`)
const END = Date.parse('2026-05-01T00:00:00Z')
const within = (at: number | null): at is number => at !== null && at >= FIRST && at < END
const month = (at: number) => new Date(at).toISOString().slice(0, 7)

/** What each report says about a world, counted deal by deal. */
export function countedByHand(world: InsightsWorld, asked: Asked): Record<string, Rows> {
  const seen = ({ hidden, owner }: ToldDeal) => asked.isAdmin || !hidden || owner === asked.viewer
  const isOwner = (owner: number) =>
    (!asked.user || owner === asked.user) && (!asked.team || world.team.users.includes(owner))
  const deals = world.deals.filter(
    deal =>
      seen(deal) && !deal.archived && isOwner(deal.owner) && (!asked.pipeline || deal.pipeline === asked.pipeline),
  )
  const pipeline = world.pipelines.find(({ id }) => id === asked.pipeline) ?? world.pipelines[0]
  const won = deals.filter(deal => deal.status === 'won' && within(deal.closed))
  const lost = deals.filter(deal => deal.status === 'lost' && within(deal.closed))
  const added = deals.filter(deal => within(deal.stays[0]?.at ?? 0))
  const byId = new Map(world.deals.map(deal => [deal.id, deal]))
  const done = world.activities.filter(({ owner, deal, done: at }) => {
    const about = deal === null ? undefined : byId.get(deal)
    const isSeen = asked.isAdmin || owner === asked.viewer || !about || seen(about)
    return within(at) && isOwner(owner) && isSeen && (!asked.pipeline || about?.pipeline === asked.pipeline)
  })
  return {
    'deals-won': byMonths(won, deal => deal.closed ?? 0),
    'deals-added': byMonths(added, deal => deal.stays[0]?.at ?? 0),
    'won-by-person': grouped(won, deal => String(deal.owner), figures),
    'lost-reasons': reasons(lost),
    conversion: conversion(
      added.filter(deal => deal.pipeline === pipeline?.id),
      pipeline?.stages.map(({ id }) => id) ?? [],
    ),
    'time-in-stage': times(
      added.filter(deal => deal.pipeline === pipeline?.id),
      pipeline?.stages.map(({ id }) => id) ?? [],
    ),
    forecast: forecast(world, deals),
    'activities-by-type': grouped(
      done,
      ({ type }) => type,
      those => [those.length],
    ),
  }
}

const figures = (deals: readonly ToldDeal[]) => [deals.length, worth(deals, deal => deal.value)]

function worth(deals: readonly ToldDeal[], amount: (deal: ToldDeal) => number): number {
  return deals.reduce((sum, deal) => sum + amount(deal) * (RATES[deal.currency] ?? 0), 0)
}

function byMonths(deals: readonly ToldDeal[], at: (deal: ToldDeal) => number): Rows {
  return Object.fromEntries(MONTHS.map(key => [key, figures(deals.filter(deal => month(at(deal)) === key))]))
}

function grouped<T>(items: readonly T[], key: (item: T) => string, of: (items: readonly T[]) => number[]): Rows {
  return Object.fromEntries(
    [...new Set(items.map(key))].map(each => [each, of(items.filter(item => key(item) === each))]),
  )
}

/** By what they are called: the twelve most frequent, all others together, and those without one. */
function reasons(lost: readonly ToldDeal[]): Rows {
  const named = grouped(
    lost.filter(deal => deal.lostReason),
    deal => deal.lostReason ?? '',
    figures,
  )
  const order = Object.keys(named).toSorted((a, b) => (named[b]?.[0] ?? 0) - (named[a]?.[0] ?? 0) || (a < b ? -1 : 1))
  const others = new Set(order.slice(12))
  return grouped(lost, deal => label(deal.lostReason, others), figures)
}

function label(reason: string | null, others: ReadonlySet<string>): string {
  if (!reason) return 'No reason given'
  return others.has(reason) ? 'Other reasons' : reason
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)

function conversion(added: readonly ToldDeal[], stages: readonly number[]): Rows {
  const rows: Rows = {}
  let before = added.length
  for (const [at, stage] of [...stages, 'won'].entries()) {
    const later = stages.slice(at)
    const reached = added.filter(
      deal => deal.status === 'won' || deal.stays.some(stay => later.includes(stay.stage)),
    ).length
    rows[stage] = [reached, share(reached, added.length), share(reached, before)]
    before = reached
  }
  return rows
}

function times(added: readonly ToldDeal[], stages: readonly number[]): Rows {
  return Object.fromEntries(
    stages.map(stage => {
      const days = added.flatMap(deal => daysIn(deal, stage) ?? []).toSorted((a, b) => a - b)
      if (days.length === 0) return [stage, [null, null, 0]]
      const middle = (days.length - 1) / 2
      const median = ((days[Math.floor(middle)] ?? 0) + (days[Math.ceil(middle)] ?? 0)) / 2
      return [stage, [days.reduce((sum, each) => sum + each, 0) / days.length, median, days.length]]
    }),
  )
}

function daysIn({ stays, closed }: ToldDeal, stage: number): number | undefined {
  const here = stays.flatMap((stay, nr) => {
    const left = stays[nr + 1]?.at ?? closed ?? Date.now()
    return stay.stage === stage ? [(left - stay.at) / 86_400_000] : []
  })
  return here.length === 0 ? undefined : here.reduce((sum, days) => sum + days, 0)
}

function forecast({ pipelines }: InsightsWorld, deals: readonly ToldDeal[]): Rows {
  const probability = ({ probability, pipeline, stays }: ToldDeal) => {
    const { counts, stages } = pipelines.find(({ id }) => id === pipeline) ?? { counts: false, stages: [] }
    const ofStage = stages.find(({ id }) => id === stays.at(-1)?.stage)?.probability
    return (probability ?? (counts ? ofStage : undefined) ?? 100) / 100
  }
  const keyOf = ({ closing }: ToldDeal) =>
    closing === null ? 'none' : closing < `${MONTHS[0]}-01` ? 'earlier' : closing.slice(0, 7)
  return Object.fromEntries(
    ['earlier', ...MONTHS, 'none'].map(key => {
      const open = deals.filter(deal => deal.status === 'open' && keyOf(deal) === key)
      const won = deals.filter(deal => deal.status === 'won' && deal.closed !== null && month(deal.closed) === key)
      return [
        key,
        [
          worth(open, deal => deal.value * probability(deal)),
          worth(open, deal => deal.value),
          worth(won, deal => deal.value),
          open.length,
        ],
      ]
    }),
  )
}
