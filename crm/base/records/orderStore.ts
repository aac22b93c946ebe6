import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import { following } from '../changes/following.ts'
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

interface Placed {
  /** The place among the siblings, from 1. */
  order_nr?: number
}

/** The place of a record that asks for one; nothing when it asks for none. It is not among its own siblings. */
export async function placeAmong(
  { sql, actor }: Crm,
  table: OrderedTable,
  { wanted, siblings, id = 0 }: { wanted: number | undefined; siblings: Fragment; id?: number },
): Promise<Placed> {
  if (wanted === undefined) return {}
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from crm.${sql(table)}
    where company_id = ${actor.companyId} and ${live(table)} and ${siblings} and id <> ${id}`
  return { order_nr: Math.max(1, Math.min(wanted, (others?.count ?? 0) + 1)) }
}

/**
 * Numbers a record and its siblings anew, from 1, with the record at the given place. Without a place it stays where its
 * number puts it, which is for one that was deleted and comes back.
 */
export async function makeRoom(
  crm: Crm,
  table: OrderedTable,
  id: number,
  { order_nr, siblings }: Placed & { siblings: Fragment },
): Promise<void> {
  const { sql, actor } = crm
  const rows = await sql<{ id: number; order_nr: number }[]>`
    select id, order_nr from crm.${sql(table)}
    where company_id = ${actor.companyId} and ${live(table)} and ${siblings} order by order_nr, id for update`
  const moved = rows.find(row => row.id === id)
  if (!moved) return
  const order = rows.filter(row => row !== moved)
  order.splice(order_nr === undefined ? rows.indexOf(moved) : order_nr - 1, 0, moved)
  for (const [index, row] of order.entries())
    if (row.order_nr !== index + 1)
      await updateRecord(crm, table, row.id, { order_nr: index + 1 }, following(table, id))
}
