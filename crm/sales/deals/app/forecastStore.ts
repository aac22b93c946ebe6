import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { convertedInto } from '../../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import { weightedValue } from '../weighted.ts'

/** What the deals of one month, status and currency are worth together. */
export interface MonthSum {
  month: string
  status: 'open' | 'won'
  count: number
  /** Null when no rate is known. */
  converted: number | null
  weighted_converted: number | null
}

/** Open deals by the month they are to close in, won ones by the month they were won in. `where` refers to `crm.deal d`. */
export async function sumByMonth(
  { sql, actor }: Crm,
  where: Fragment,
  { first, end }: { first: string; end: string },
  target: TargetCurrency,
): Promise<MonthSum[]> {
  return sql<MonthSum[]>`
    select s.month, s.status, s.count,
      (${convertedInto(target, sql`s.value`)})::float8 as converted,
      (${convertedInto(target, sql`s.weighted`)})::float8 as weighted_converted
    from (
      select d.status, d.currency, count(*)::int as count, sum(d.value) as value, sum(${weightedValue}) as weighted,
        case when d.status = 'won' then to_char(d.won_time at time zone 'UTC', 'YYYY-MM')
          when d.expected_close_date is null then 'none'
          when d.expected_close_date < ${first}::date then 'earlier'
          else to_char(d.expected_close_date, 'YYYY-MM') end as month
      from crm.deal d
      join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
      join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
      where d.company_id = ${actor.companyId} and not d.is_archived and ${where} and ${maySee(actor, 'deal', 'd')}
        and ((d.status = 'open' and (d.expected_close_date is null or d.expected_close_date < ${end}::date))
          or (d.status = 'won' and d.won_time >= ${first}::date::timestamp at time zone 'UTC'
            and d.won_time < ${end}::date::timestamp at time zone 'UTC'))
      group by 1, 2, 6
    ) s left join crm.currency money on money.company_id = ${actor.companyId} and money.code = s.currency`
}
