import { columnsOf, fragment as sql, valuesOf } from '@portico/kit/database/sql'
import type { Author } from './author.ts'
import { logLine } from './logLine.ts'
import type { RecordTable } from './write.ts'

/** Lines of the change log that are written without writing a record: its row is as it was, or written by other means. */

/** Appends what happened around a record without changing its row: a follower, a participant. */
export async function logChange(
  crm: Author,
  entity: string,
  id: number | string,
  action: 'added' | 'updated' | 'deleted',
  facts: object,
): Promise<void> {
  await crm.sql`insert into crm.change ${sql({ ...logLine(crm, entity, { facts }), entity_id: String(id), action })}`
}

/** Appends that parts of records which live in other tables have changed; the rows of the records are as they were. */
export async function logBeside(
  crm: Author,
  table: RecordTable,
  changes: readonly { id: number; before: object; after: object }[],
): Promise<void> {
  if (changes.length === 0) return
  const line = logLine(crm, table, { bulk: true })
  await crm.sql`
    insert into crm.change (${columnsOf(line)}, entity_id, action, before, after)
    select ${valuesOf(line)}, t.id::text, 'updated', x.before, to_jsonb(t) || x.after
    from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb) x (id bigint, before jsonb, after jsonb)
    join crm.${sql(table)} t on t.company_id = ${crm.actor.companyId} and t.id = x.id`
}

/** The same for a record that was stored by other means. */
export async function logAdded(crm: Author, table: RecordTable, id: number): Promise<void> {
  const line = logLine(crm, table, {})
  await crm.sql`
    insert into crm.change (${columnsOf(line)}, entity_id, action, after)
    select ${valuesOf(line)}, t.id::text, 'added', to_jsonb(t) from crm.${sql(table)} t
    where t.company_id = ${crm.actor.companyId} and t.id = ${id}`
}
