import type { Fragment } from '@portico/kit/database/sql'

export const FILTER_TYPES = ['deals', 'leads', 'org', 'people', 'products', 'activity', 'projects'] as const
export type FilterType = (typeof FILTER_TYPES)[number]

/** What `across/filters` gives to the lists, which do not import it. */
export interface StoredFilters<Context> {
  condition(context: Context, type: FilterType, filterId: number, alias: string): Promise<Fragment>
  /** Filters of a company have changed. */
  forget(companyId: number): void
}
