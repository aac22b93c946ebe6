import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import { updateRecord } from '../changes/write.ts'

/** Tables whose rows have places among their siblings. */
type OrderedTable = 'pipeline' | 'stage' | 'project_board' | 'project_phase' | 'project_group'

/** Groups of a project are removed at once, the others are kept for a while when they are deleted. */
function live(table: OrderedTable): Fragment {
  return table === 'project_group' ? fragment`true` : fragment`not is_deleted`
}

/** The place behind the last of the siblings. */
export async function placeBehind({ sql, actor }: Crm, table: OrderedTable, siblings: Fragment): Promise<number> {
  const [last] = await sql<{ nr: number }[]>`
    select coalesce(max(order_nr), 0)::int as nr from crm.${sql(table)}
    where company_id = ${actor.companyId} and ${live(table)} and ${siblings}`
  return (last?.nr ?? 0) + 1
}

/** Puts a record at a place (from 1) among its siblings; those behind it move on. */
export async function moveInOrder(
  crm: Crm,
  table: OrderedTable,
  id: number,
  place: number,
  siblings: Fragment,
): Promise<void> {
  const { sql, actor } = crm
  const rows = await sql<{ id: number; order_nr: number }[]>`
    select id, order_nr from crm.${sql(table)}
    where company_id = ${actor.companyId} and ${live(table)} and ${siblings} order by order_nr, id for update`
  const order = rows.filter(row => row.id !== id)
  const moved = rows.find(row => row.id === id)
  if (!moved) return
  order.splice(Math.max(0, place - 1), 0, moved)
  for (const [index, row] of order.entries())
    if (row.order_nr !== index + 1) await updateRecord(crm, table, row.id, { order_nr: index + 1 })
}
