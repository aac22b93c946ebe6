import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { convertedInto } from '../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../company/currencies/targetStore.ts'
import { weightedValue } from './weighted.ts'

/** What deals of one currency are worth together. */
export interface DealSum {
  currency: string
  count: number
  value: number
  weighted: number
  /** In the wanted currency; null when there is none or no rate is known. */
  converted: number | null
  weighted_converted: number | null
}

/**
 * What the deals are worth that `where` selects from `crm.deal d`, by currency and by whatever `keys` names: expressions
 * over `d`, `crm.stage stage` and `crm.pipeline pipeline`.
 *
 * @example await sumDealsBy(crm, { status: sql`d.status` }, sql`d.owner_id = 7`, target) // [{ status: 'won', count: 3, … }]
 */
export async function sumDealsBy<Key extends string>(
  { sql, actor }: Crm,
  keys: Readonly<Record<Key, Fragment>>,
  where: Fragment,
  target: TargetCurrency | undefined,
): Promise<(DealSum & Record<Key, string | null>)[]> {
  const named = Object.entries<Fragment>(keys)
  const names = Object.keys(keys)
  const of = (alias: string) =>
    joined(
      names.map(name => fragment(`${alias}.${name}`)),
      ', ',
    )
  const given = named.map(([name, value]) => fragment`(${value})::text as ${fragment(name)}`)
  return sql<(DealSum & Record<Key, string | null>)[]>`
    select ${of('s')}, s.currency, s.count, s.value::float8, s.weighted::float8,
      (${target ? convertedInto(target, fragment`s.value`) : fragment`null`})::float8 as converted,
      (${target ? convertedInto(target, fragment`s.weighted`) : fragment`null`})::float8 as weighted_converted
    from (
      select ${of('r')}, r.currency, count(*)::int as count, sum(r.value) as value, sum(r.weighted) as weighted
      from (
        select ${joined(given, ', ')}, d.currency, d.value, ${weightedValue} as weighted
        from crm.deal d
        join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
        join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
        where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
      ) r group by ${of('r')}, r.currency
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency`
}
