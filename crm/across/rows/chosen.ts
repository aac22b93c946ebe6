import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { equal } from '../../base/lists/conditions.ts'
import { filterCondition } from '../../base/lists/storedFilter.ts'
import { compileConditions } from '../filters/condition.ts'
import { GivenConditions } from '../filters/conditions.ts'
import { withFieldIds } from '../filters/fieldIds.ts'
import { inSight, ROW, type RowKind } from './kinds.ts'

/** Which records of a kind a list shows: everything that is said must hold. */
export const RowsFilter = Type.Object({
  owner_id: optional(Id),
  pipeline_id: optional(Type.Integer({ ...Id, description: 'Of deals' })),
  filter_id: optional(Id),
  conditions: optional(GivenConditions),
})
export type RowsFilter = Static<typeof RowsFilter>

/**
 * The records that a list has for the caller, as SQL over the record under the alias `r`: those there are, those they may
 * see, those that were chosen.
 */
export async function chosenRows(crm: Crm, kind: RowKind, chosen: RowsFilter): Promise<Fragment> {
  const { owner_id, pipeline_id, filter_id, conditions } = chosen
  if (pipeline_id && kind.name !== 'deal')
    throw failure('invalid', 'pipeline_id belongs to lists of deals', { field: 'pipeline_id' })
  const stored = filter_id ? await filterCondition(crm, kind.filterType, filter_id, ROW) : sql`true`
  const given = conditions
    ? await compileConditions(crm, kind.filterType, await withFieldIds(crm, kind.filterType, conditions), ROW)
    : sql`true`
  return sql`${inSight(kind, crm.actor)} and ${equal(ROW, { owner_id, pipeline_id })} and ${stored} and ${given}`
}
