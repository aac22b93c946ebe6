import { failure } from '@portico/kit/api/failure'
import { type Row, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord, updateRecords, type Values } from '../../base/changes/write.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'
import { mergedColumns } from '../../base/fields/derive.ts'
import { customHolds } from '../../base/fields/values.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { WhenMerged } from '../../base/records/lifecycle.ts'
import { requireMatch } from '../../base/records/version.ts'
import { lockBoth, type MergedEntity, moveFollowers, moveLinks } from './store.ts'

export interface MergedKind {
  entity: MergedEntity
  fields: FieldTable
  whenMerged: WhenMerged
}

/**
 * Merges a record into another of its kind. The survivor keeps its values, its empty ones are filled, everything
 * related moves to it, and the merged record is deleted.
 */
export async function mergeRecords(crm: Crm, kind: MergedKind, id: number, into: number): Promise<void> {
  if (id === into) throw failure('invalid', 'merge_with_id must name another record', { field: 'merge_with_id' })
  const { entity, whenMerged } = kind
  const { merged, survivor } = await lockBoth(crm, entity, id, into)
  requireMatch(crm, merged.version)
  const moved = await whenMerged.begin?.(crm, merged, survivor)
  for (const [table, column] of whenMerged.moves)
    await updateRecords(crm, table, sql`${sql(column)} = ${id}`, { [column]: into }, { bulk: true })
  for (const link of whenMerged.links ?? []) await moveLinks(crm, link, id, into)
  await moveFollowers(crm, entity, id, into)
  await moved?.()
  await updateRecord(crm, entity, into, filled(kind.fields, survivor, merged), {
    facts: { merged_from_id: id },
    always: true,
  })
  const ended = { is_deleted: true, delete_time: crm.now, ...whenMerged.ended?.(merged) }
  await updateRecord(crm, entity, id, ended, { action: 'merged', facts: { merged_to_id: into } })
  if (whenMerged.namedIn) await moveNaming(crm, whenMerged.namedIn, id, into)
  await whenMerged.finish?.(crm, survivor)
}

/** Records that name the merged contact in a custom field name the survivor from now on. */
async function moveNaming(crm: Crm, type: 'people' | 'org', id: number, into: number) {
  for (const table of ['deal', 'lead', 'person', 'organization', 'product', 'project'] as const) {
    const { custom } = await fieldsOf(crm, table)
    for (const { key } of custom.filter(field => field.type === type))
      await updateRecords(
        crm,
        table,
        customHolds(sql`custom`, { [key]: id }),
        { custom: sql`t.custom || ${JSON.stringify({ [key]: into })}::text::jsonb` },
        { bulk: true },
      )
  }
}

function filled(fields: FieldTable, survivor: Row, merged: Row): Values {
  const gaps = mergedColumns(fields, 'fill').filter(column => isEmpty(survivor[column]) && !isEmpty(merged[column]))
  const lists = mergedColumns(fields, 'join')
  return {
    ...Object.fromEntries(gaps.map(column => [column, merged[column]])),
    ...Object.fromEntries(lists.map(column => [column, joined(column, survivor[column], merged[column])])),
    custom: { ...merged.custom, ...survivor.custom },
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Contact entries of both, each value once whatever its case; the survivor's primary stays the primary one. */
function joined(column: string, survivor: ContactEntry[], merged: ContactEntry[]): ContactEntry[] {
  const known = new Set(survivor.map(entry => entry.value.toLowerCase()))
  const added = merged.filter(entry => !known.has(entry.value.toLowerCase()))
  if (survivor.length + added.length > LIMITS.contactPoints)
    throw failure('invalid', `${column} of both are more than ${LIMITS.contactPoints}`, { field: column })
  return [...survivor, ...added.map(entry => ({ ...entry, primary: survivor.length === 0 && entry.primary }))]
}

interface ContactEntry {
  value: string
  primary: boolean
}
