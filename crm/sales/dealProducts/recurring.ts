import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/**
 * What the recurring products of a deal are worth: for a year, for a month, and by contract within a year. They are
 * kept with the deal by `syncDealValue`, so that a list of deals need not look at products.
 */
export function dealRecurringValues(alias: string): Fragment {
  const deal = sql(alias)
  return sql`${deal}.arr, ${deal}.mrr, ${deal}.acv`
}

/** The currencies v1 shows beside them. */
export function dealRecurringCurrencies(alias: string): Fragment {
  const deal = sql(alias)
  return sql`
    case when ${deal}.arr is not null then ${deal}.currency end as arr_currency,
    case when ${deal}.mrr is not null then ${deal}.currency end as mrr_currency,
    case when ${deal}.acv is not null then ${deal}.currency end as acv_currency`
}
