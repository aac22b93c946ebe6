import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import type { FilterType } from './filterTypes.ts'

/**
 * A stored filter as SQL over the records under the given alias (`d` for `crm.deal d`).
 * It knows nothing of visibility and deletion of those records; the list that uses it does.
 *
 * @example const where = await filterCondition(crm, 'deals', query.filter_id, 'd')
 */
export function filterCondition(crm: Crm, type: FilterType, filterId: number, alias: string): Promise<Fragment> {
  return crm.services.filters.condition(crm, type, filterId, alias)
}
