import type { Sql } from '@portico/kit/database/sql'

const FIRST_LABELS = [
  ['Hot', 'red'],
  ['Warm', 'yellow'],
  ['Cold', 'blue'],
] as const

/** How warm a lead is: the labels of a company's first day. */
export async function addFirstLeadLabels(sql: Sql, companyId: number): Promise<void> {
  // Lists show the oldest label first, so each is a moment older than the next.
  await sql`
    insert into crm.lead_label (company_id, name, color, add_time)
    select ${companyId}, first.name, first.color, now() - make_interval(secs => (3 - first.nr) * 0.001)
    from unnest(${FIRST_LABELS.map(([name]) => name)}::text[], ${FIRST_LABELS.map(([, color]) => color)}::text[])
      with ordinality first (name, color, nr)`
}
