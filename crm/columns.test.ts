import { expect, test } from 'vitest'
import type { FieldDeclaration, FieldTable } from './base/fields/declaration.ts'
import { KINDS } from './company/fields/kinds.ts'
import { startTestCrm } from './testing/startTestCrm.ts'

/** A field and its column belong together: one without the other fails here, before any record is made. */

const crm = await startTestCrm()
const TABLES = ['deal', 'person', 'organization', 'product', 'activity', 'lead', 'note', 'project'] as const

test.each(TABLES)('every column of %s is declared, or known as bookkeeping', async table => {
  const fields: FieldTable = KINDS[table].fields
  const declared = new Set(Object.entries(fields).map(([key, { column = key }]) => column))
  const currencies = Object.values<FieldDeclaration>(fields).flatMap(({ currency }) => currency ?? [])

  const undeclared = (await columnsOf(table)).filter(name => !declared.has(name) && !currencies.includes(name))
  expect(undeclared.filter(name => !(BOOKKEEPING[table] ?? []).includes(name) && !EVERYWHERE.has(name))).toEqual([])
})

test.each(TABLES)('every stored field of %s has its column', async table => {
  const columns = new Set(await columnsOf(table))
  const fields: FieldTable = KINDS[table].fields

  const missing = Object.entries(fields).filter(
    ([key, { column = key, computed, type }]) => !computed && !ELSEWHERE.has(type) && !columns.has(column),
  )
  expect(missing.map(([key]) => key).filter(key => !IN_OTHER_TABLES.has(`${table}.${key}`))).toEqual([])
})

async function columnsOf(table: string): Promise<string[]> {
  const rows = await crm.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'crm' and table_name = ${table}`
  return rows.map(row => row.name)
}

/** Columns that no caller knows as a field. */
const EVERYWHERE = new Set(['company_id', 'version', 'custom', 'is_deleted', 'delete_time'])
const BOOKKEEPING: Record<string, readonly string[]> = {
  deal: ['first_won_time', 'status_before', 'arr', 'mrr', 'acv', 'files_count', 'notes_count'],
  person: ['files_count', 'notes_count'],
  organization: ['files_count', 'notes_count'],
  product: ['files_count'],
  lead: ['source_deal_id', 'archive_time'],
  project: ['creator_id', 'template_id', 'is_archived'],
  note: ['last_update_user_id', 'task_id', 'pinned_to_task_flag'],
}
const ELSEWHERE = new Set(['price_list'])
const IN_OTHER_TABLES = new Set(['activity.participants', 'lead.next_activity_id'])
