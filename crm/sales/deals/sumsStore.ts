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
  value_formatted: string
  weighted: number
  weighted_formatted: string
  /** In the wanted currency; null when there is none or no rate is known. */
  converted: number | null
  weighted_converted: number | null
}

/**
 * What the deals are worth that `where` selects from `crm.deal d`, by currency and by whatever `keys` names: expressions
 * over `d`, `crm.stage stage` and `crm.pipeline pipeline`. One deal counts with its value, unless `amount` says otherwise.
 *
 * @example await sumDealsBy(crm, { status: sql`d.status` }, sql`d.owner_id = 7`, target) // [{ status: 'won', count: 3, … }]
 */
export async function sumDealsBy<Key extends string = never>(
  { sql, actor }: Crm,
  keys: Readonly<Record<Key, Fragment>>,
  where: Fragment,
  target: TargetCurrency | undefined,
  amount: Fragment = fragment`d.value`,
): Promise<(DealSum & Record<Key, string | null>)[]> {
  const names = [...Object.keys(keys), 'currency']
  const of = (alias: string) => names.map(name => fragment(`${alias}.${name}`))
  const given = Object.entries<Fragment>(keys).map(([name, value]) => fragment`${value} as ${fragment(name)}`)
  const shown = names.map(name => fragment`${fragment(`s.${name}`)}::text as ${fragment(name)}`)
  const into = (column: Fragment) => (target ? convertedInto(target, column) : fragment`null`)
  return sql<(DealSum & Record<Key, string | null>)[]>`
    select ${joined(shown, ', ')}, s.count, s.value::float8, crm.formatted_money(s.value, money.symbol) as value_formatted,
      s.weighted::float8, crm.formatted_money(s.weighted, money.symbol) as weighted_formatted,
      (${into(fragment`s.value`)})::float8 as converted, (${into(fragment`s.weighted`)})::float8 as weighted_converted
    from (
      select ${joined(of('r'), ', ')}, count(*)::int as count, sum(r.amount) as value, sum(r.weighted) as weighted
      from (
        select ${joined([...given, fragment`d.currency`], ', ')}, ${amount} as amount, ${weightedValue} as weighted
        from crm.deal d
        join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
        join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
        where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
      ) r group by ${joined(of('r'), ', ')}
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency
    order by s.currency`
}
