import type { Sql } from '@portico/kit/database/sql'

/** What people do on their first day; the key and the icon are the same word. */
const FIRST_TYPES = [
  ['Call', 'call'],
  ['Meeting', 'meeting'],
  ['Task', 'task'],
  ['Deadline', 'deadline'],
  ['Email', 'email'],
  ['Lunch', 'lunch'],
] as const

export async function addFirstActivityTypes(sql: Sql, companyId: number): Promise<void> {
  const rows = FIRST_TYPES.map(([name, key], place) => ({
    company_id: companyId,
    name,
    key_string: key,
    icon_key: key,
    order_nr: place + 1,
    is_custom: false,
  }))
  await sql`insert into crm.activity_type ${sql(rows)}`
}
