import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { convertedInto } from '../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../company/currencies/targetStore.ts'
import { type Along, seenGroups, weightedGroup } from './dealGroups.ts'
import type { AskedDays } from './keptDays.ts'
import { weightedValue } from './weighted.ts'

/** What deals of one currency are worth together. */
export interface DealSum {
  currency: string
  count: number
  value: number
  value_formatted: string
  weighted: number
  weighted_formatted: string
  /** In the wanted currency; null when there is none or no rate is known. */
  converted: number | null
  weighted_converted: number | null
}

export interface Summing {
  /**
   * The keys and conditions are about groups of deals (`dealGroups.ts`) laid out along this: they name nothing of a deal but
   * what its group has, and the day alone. Such sums are kept for large companies.
   */
  along?: Along
  /** The days of which these ask, of groups that are laid out along days: then fewer of them are read. */
  days?: AskedDays
  /** What one deal counts with, by its weighted value. Without it, its value. */
  amount?: (weighted: Fragment) => Fragment
}

/** Conditions without a stored filter, which may ask for anything, are about groups of deals. */
export function groupsUnless(filterId: number | undefined, along: Along, days?: AskedDays): Summing {
  return filterId ? {} : { along, ...(days && { days }) }
}

/** Some of the deals that are added up, and how. */
export interface SummedDeals {
  /** Over `crm.deal d`, or over groups of deals as `d`. */
  which: Fragment
  summing: Summing
}

/**
 * What the deals are worth that `where` selects from `crm.deal d`, by currency and by whatever `keys` names: expressions
 * over `d`, `crm.stage stage` and `crm.pipeline pipeline`.
 *
 * @example await sumDealsBy(crm, { status: sql`d.status` }, sql`d.owner_id = 7`, target, { along: 'nothing' })
 * // [{ status: 'won', count: 3, … }]
 */
export function sumDealsBy<Key extends string = never>(
  crm: Crm,
  keys: Readonly<Record<Key, Fragment>>,
  where: Fragment,
  target: TargetCurrency | undefined,
  summing: Summing = {},
): Promise<(DealSum & Record<Key, string | null>)[]> {
  return sumParts(crm, keys, [{ which: where, summing }], target)
}

/** As `sumDealsBy`, for deals of which some count in one way and some in another: they are one sum, converted once. */
export async function sumParts<Key extends string = never>(
  { sql, actor }: Crm,
  keys: Readonly<Record<Key, Fragment>>,
  parts: readonly SummedDeals[],
  target: TargetCurrency | undefined,
): Promise<(DealSum & Record<Key, string | null>)[]> {
  const names = [...Object.keys(keys), 'currency']
  const of = (alias: string) => names.map(name => fragment(`${alias}.${name}`))
  const shown = names.map(name => fragment`${fragment(`s.${name}`)}::text as ${fragment(name)}`)
  const into = (column: Fragment) => (target ? convertedInto(target, column) : fragment`null`)
  const amounts = parts.map(part => amountsOf(actor, keys, part))
  return sql<(DealSum & Record<Key, string | null>)[]>`
    select ${joined(shown, ', ')}, s.count, s.value::float8, crm.formatted_money(s.value, money.symbol) as value_formatted,
      s.weighted::float8, crm.formatted_money(s.weighted, money.symbol) as weighted_formatted,
      (${into(fragment`s.value`)})::float8 as converted, (${into(fragment`s.weighted`)})::float8 as weighted_converted
    from (
      select ${joined(of('r'), ', ')}, sum(r.count)::int as count, sum(r.amount) as value, sum(r.weighted) as weighted
      from (${joined(amounts, ' union all ')}) r group by ${joined(of('r'), ', ')} having sum(r.count) <> 0
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency
    order by s.currency`
}

/** What each deal, or each group of them, counts with. */
function amountsOf(
  actor: Actor,
  keys: Readonly<Record<string, Fragment>>,
  { which, summing: { along, days, amount = () => fragment`d.value` } }: SummedDeals,
): Fragment {
  const weighted = along ? weightedGroup : weightedValue
  const picked = Object.entries(keys).map(([name, value]) =>
    along ? fragment(`d.${name}`) : fragment`${value} as ${fragment(name)}`,
  )
  return fragment`
    select ${joined([...picked, fragment`d.currency`], ', ')}, ${along ? fragment`d.count` : fragment`1`} as count,
      ${amount(weighted)} as amount, ${weighted} as weighted
    from ${along ? stageSums(actor, { along, days }, keys, which) : fragment`crm.deal d`}
    join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
    join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
    ${along ? fragment`` : fragment`where d.company_id = ${actor.companyId} and ${which} and ${maySee(actor, 'deal', 'd')}`}`
}

/** Groups are thousands: they are added up as far as they share a stage, before anything is worked out of them. */
function stageSums(
  actor: Actor,
  { along, days }: { along: Along; days: AskedDays | undefined },
  keys: Readonly<Record<string, Fragment>>,
  where: Fragment,
): Fragment {
  const rest = ['company_id', 'pipeline_id', 'stage_id', 'currency'].filter(name => !Object.hasOwn(keys, name))
  const given = Object.entries(keys).map(([name, value]) => fragment`${value} as ${fragment(name)}`)
  const names = [...Object.keys(keys), ...rest].map(name => fragment(name))
  return fragment`(
    select ${joined([...given, ...rest.map(name => fragment(`d.${name}`))], ', ')}, sum(d.count) as count,
      sum(d.value) as value, sum(d.weighted) as weighted, sum(d.unweighted) as unweighted
    from ${seenGroups(actor, along, days)} d where ${where} group by ${joined(names, ', ')}) d`
}
