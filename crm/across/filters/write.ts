import { failure } from '@portico/kit/api/failure'
import type { Static } from 'typebox'
import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { notify } from '../../base/changes/noticeStore.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import { compileConditions } from './condition.ts'
import type { Conditions, GivenConditions } from './conditions.ts'
import { withFieldIds } from './fieldIds.ts'
import { FILTERS_CHANNEL, type FilterRow, lockFilter } from './store.ts'

export interface FilterInput {
  name?: string | undefined
  conditions?: Static<typeof GivenConditions> | undefined
  visible_to?: number | undefined
}

export async function createFilter(crm: Crm, type: FilterType, input: FilterInput & { name: string }) {
  requireSharing(crm, input)
  const conditions = input.conditions ? await storable(crm, type, input.conditions) : { all: [], any: [] }
  return insertRecord<FilterRow & Record<string, unknown>>(crm, 'filter', {
    name: input.name,
    type,
    conditions,
    user_id: crm.actor.userId,
    visible_to: input.visible_to ?? 1,
    add_time: crm.now,
    update_time: null,
  })
}

export async function updateFilter(crm: Crm, id: number, input: FilterInput): Promise<FilterRow> {
  const filter = await lockFilter(crm, id)
  requireSharing(crm, input, filter)
  const conditions = input.conditions ? await storable(crm, filter.type, input.conditions) : undefined
  const { name, visible_to } = input
  const updated = await updateRecord<FilterRow & Record<string, unknown>>(crm, 'filter', id, {
    ...(name !== undefined && { name }),
    ...(visible_to !== undefined && { visible_to }),
    ...(conditions && { conditions }),
  })
  if (!updated) throw failure('missing', 'Filter not found')
  await tellChange(crm)
  return updated
}

/** To send back what a filter has shares nothing. */
function requireSharing(crm: Crm, { visible_to = 1 }: FilterInput, before: { visible_to: number } = { visible_to: 1 }) {
  if (visible_to !== 1 && visible_to !== before.visible_to) requireRight(crm, 'can_share_filters')
}

/** Deleted filters keep their row for the log; nobody can use them any more. */
export async function removeFilter(crm: Crm, id: number): Promise<void> {
  await lockFilter(crm, id)
  await updateRecord(crm, 'filter', id, { active: false }, { action: 'deleted' })
  await tellChange(crm)
}

/** Every process forgets what it remembers of the filters, this one before the answer is sent. */
async function tellChange(crm: Crm): Promise<void> {
  await notify(crm, FILTERS_CHANNEL)
  crm.afterCommit(() => crm.services.filters.forget(crm.actor.companyId))
}

/** Conditions are compiled once when they are written, so that a filter that is stored can be used. */
async function storable(crm: Crm, type: FilterType, given: Static<typeof GivenConditions>): Promise<Conditions> {
  const conditions = await withFieldIds(crm, type, given)
  await compileConditions(crm, type, conditions, 'record')
  return conditions
}
