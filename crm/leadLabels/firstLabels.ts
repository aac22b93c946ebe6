import type { Sql } from '@portico/kit/database'

const FIRST_LABELS = [
  ['Hot', 'red'],
  ['Warm', 'yellow'],
  ['Cold', 'blue'],
] as const

/** How warm a lead is: the labels of a company's first day. */
export async function addFirstLeadLabels(sql: Sql, companyId: number): Promise<void> {
  const rows = FIRST_LABELS.map(([name, color]) => ({ company_id: companyId, name, color }))
  await sql`insert into crm.lead_label ${sql(rows)}`
}
