import { type Fragment, joined, plainText, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { isOpenToGroup, maySee } from '../../base/access/visibility.ts'
import { type AskedDays, DAYS_TOGETHER, stretchesBetween } from './keptDays.ts'

/**
 * Deals in groups: all of one owner, stage, status, visibility and so on, with their number and what they are worth
 * together. Of a large company the groups are kept in `crm.deal_sum`, up to a line of the change log, and what later lines
 * have changed is added by whoever reads; of others they are made out of the deals.
 */

/** Days that groups are kept by. */
export const KEPT_DAYS = ['add_time', 'won_time', 'expected_close_date'] as const

/** What groups are laid out along, beside everything else that tells them apart. */
export type Along = 'nothing' | 'id' | (typeof KEPT_DAYS)[number]

/** Several days in one place. */
const together = (day: Along) => `${day}/${DAYS_TOGETHER}` as const
export type Laid = Along | ReturnType<typeof together>

/** All that groups are kept along. */
export const KEPT_ALONG: readonly Laid[] = ['nothing', 'id', ...KEPT_DAYS, ...KEPT_DAYS.map(together)]

/** How many ids lie in one place. */
export const BLOCK = 4096

/** What tells groups apart. Conditions on groups may name these, `is_deleted`, and the day they are laid out along. */
const SAME = ['owner_id', 'pipeline_id', 'stage_id', 'status', 'is_archived', 'visible_to', 'currency'] as const
const SUMS = ['count', 'value', 'weighted', 'unweighted'] as const
export const GROUP_COLUMNS = ['along', 'place', ...SAME] as const

export const named = (alias: string, names: readonly string[]): Fragment =>
  joined(
    names.map(name => sql(alias ? `${alias}.${name}` : name)),
    ', ',
  )

/** In the year 9939: later than any period that somebody asks for. */
const NO_DAY = plainText('2900000')
const IDS = plainText(String(BLOCK))
const literal = (along: Laid) => plainText(`'${along}'`)

/** The groups of deals that the caller may see, as a table; of a report that asks for some days, those of these at least. */
export function seenGroups(actor: Actor, along: Along, asked?: AskedDays): Fragment {
  const { companyId } = actor
  const kept = sql`exists (select from crm.deal_sums k where k.company_id = ${companyId})`
  const seen = isOpenToGroup(actor, 'g')
  return sql`(
    select ${groupColumns(companyId, along)} from (
      select ${named('s', [...SAME, 'place', ...SUMS])} from (${asked ? keptOfDays(companyId, along, asked) : keptAlong(companyId, along)}) s
      where ${kept}
      union all
      select ${named('l', [...SAME, 'place', ...SUMS])} from (${changedSince(companyId, [along])}) l
      union all
      select ${named('r', [...SAME, 'place', ...SUMS])} from (${ofDeals(sql`d.company_id = ${companyId} and not ${kept}`, [along])}) r
    ) g ${seen ? sql`where ${seen}` : sql``}
    ${seen ? sql`union all select ${groupColumns(companyId, along)} from (${ofDeals(followed(actor), [along])}) g` : sql``}
  )`
}

function keptAlong(companyId: number, along: Along): Fragment {
  return sql`select s.* from crm.deal_sum s where s.company_id = ${companyId} and s.along = ${literal(along)}`
}

/**
 * Several days together are told as the first of them. Each stretch is found by the index: `offset 0` keeps PostgreSQL from joining
 * all of them at once with the whole table, which it takes for less work and is three times as much.
 */
function keptOfDays(companyId: number, along: Along, { borders, orNone }: AskedDays): Fragment {
  const stretches = stretchesBetween(borders)
  const alongOf = stretches.map(({ days }) => (days === 1 ? along : together(along)))
  const none = sql`union all select ${literal(along)}, 1, ${NO_DAY}, ${NO_DAY}`
  return sql`
    select ${named('s', [...SAME, ...SUMS])}, s.place * b.days as place
    from (
      select * from unnest(${alongOf}::text[], ${stretches.map(({ days }) => days)}::integer[],
        ${stretches.map(({ first }) => first)}::integer[], ${stretches.map(({ last }) => last)}::integer[])
      ${orNone ? none : sql``}
    ) b (along, days, first, last)
    cross join lateral (
      select k.* from crm.deal_sum k
      where k.company_id = ${companyId} and k.along = b.along and k.place between b.first and b.last offset 0
    ) s`
}

/** Deals that the caller sees for no other reason than following them. */
function followed(actor: Actor): Fragment {
  const { companyId, userId } = actor
  return sql`d.company_id = ${companyId} and d.id in (select f.entity_id from crm.follower f
      where f.company_id = ${companyId} and f.user_id = ${userId} and f.entity = 'deal')
    and ${maySee(actor, 'deal', 'd')} and not ${isOpenToGroup(actor, 'd') ?? sql`true`}`
}

function groupColumns(companyId: number, along: Along): Fragment {
  return sql`${companyId}::bigint as company_id, ${named('g', [...SAME, ...SUMS])}, false as is_deleted, ${placeColumn(along)}`
}

function placeColumn(along: Along): Fragment {
  if (along === 'nothing' || along === 'id') return sql`g.place`
  const day = sql`date '2000-01-01' + g.place`
  // Only of this day reports ask whether there is one.
  if (along !== 'expected_close_date') return sql`${day} as ${sql(along)}`
  return sql`case when g.place < ${NO_DAY} then ${day} end as expected_close_date`
}

/** What lines after the kept sums have added to groups and taken from them. Nothing where no sums are kept. */
function changedSince(companyId: number, along: readonly Laid[]): Fragment {
  const seq = sql`(select k.seq from crm.deal_sums k where k.company_id = ${companyId})`
  return ofLines(sql`c.company_id = ${companyId} and c.seq > ${seq}`, along)
}

/** Said so that no index is found for it: by number, the few latest lines are found at once; by kind there are a million. */
const IS_DEAL = sql`(c.entity = 'deal') is true`

/** What lines of the log have added to groups: each deal as it became, and as it was before, taken away. */
export function ofLines(which: Fragment, along: readonly Laid[]): Fragment {
  return sql`
    select l.along, l.place, ${named('r', SAME)}, v.sign as count, v.sign * r.value as value,
      v.sign * coalesce(r.value * r.probability, 0) as weighted,
      v.sign * case when r.probability is null then r.value else 0 end as unweighted
    from crm.change c
    cross join lateral (values (1, c.after),
      (-1, case when c.action <> 'added' then coalesce(c.after, '{}') || coalesce(c.before, '{}') end)) v (sign, record)
    cross join lateral jsonb_to_record(v.record) r (id bigint, owner_id bigint, pipeline_id bigint, stage_id bigint,
      status text, is_archived boolean, visible_to smallint, currency text, value numeric, probability numeric,
      is_deleted boolean, add_time timestamptz, won_time timestamptz, expected_close_date date)
    ${places('r', along)}
    where ${which} and ${IS_DEAL} and r.is_deleted is false`
}

/** The deals that `which` selects as `crm.deal d`, each a group. */
export function ofDeals(which: Fragment, along: readonly Laid[]): Fragment {
  return sql`
    select l.along, l.place, ${named('d', SAME)}, 1 as count, d.value,
      coalesce(d.value * d.probability::numeric, 0) as weighted,
      case when d.probability is null then d.value else 0 end as unweighted
    from crm.deal d ${places('d', along)} where ${which} and not d.is_deleted`
}

function places(deal: string, along: readonly Laid[]): Fragment {
  const day = (column: string) => sql`coalesce(${sql(`${deal}.${column}`)}::date - date '2000-01-01', ${NO_DAY})`
  const of = (name: Laid) => {
    if (name === 'nothing') return sql`0`
    if (name === 'id') return sql`(${sql(deal)}.id / ${IDS})::integer`
    const [column = '', several] = name.split('/')
    return several ? sql`floor(${day(column)} / ${plainText(several)}.0)::integer` : day(column)
  }
  const values = along.map(name => sql`(${literal(name)}, ${of(name)})`)
  return sql`cross join lateral (values ${joined(values, ', ')}) l (along, place)`
}

/** What a group `d` is worth by its probability, as `weightedValue` says it of a deal. */
export const weightedGroup: Fragment = sql`(d.weighted + d.unweighted
  * coalesce(case when pipeline.is_deal_probability_enabled then stage.deal_probability end, 100)) / 100`
