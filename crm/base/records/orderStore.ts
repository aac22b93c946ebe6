import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import { updateRecord } from '../changes/write.ts'

/** Puts a record at a place (from 1) among its siblings; those behind it move on. */
export async function moveInOrder(
  crm: Crm,
  table: 'pipeline' | 'stage',
  id: number,
  place: number,
  siblings: Fragment,
): Promise<void> {
  const { sql, actor } = crm
  const rows = await sql<{ id: number; order_nr: number }[]>`
    select id, order_nr from crm.${sql(table)}
    where company_id = ${actor.companyId} and not is_deleted and ${siblings} order by order_nr, id for update`
  const order = rows.filter(row => row.id !== id)
  const moved = rows.find(row => row.id === id)
  if (!moved) return
  order.splice(Math.max(0, place - 1), 0, moved)
  for (const [index, row] of order.entries())
    if (row.order_nr !== index + 1) await updateRecord(crm, table, row.id, { order_nr: index + 1 })
}
