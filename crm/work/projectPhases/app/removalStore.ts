import type { Crm } from '../../../base/api/context.ts'
import { updateRecords } from '../../../base/changes/write.ts'
import type { OpenPhase } from '../store.ts'

/** How many projects that are not deleted each phase has. */
export async function countProjectsByPhase({ sql, actor }: Crm): Promise<{ phase_id: number; projects: number }[]> {
  return sql<{ phase_id: number; projects: number }[]>`
    select h.id as phase_id, count(p.id)::int as projects
    from crm.project_phase h left join crm.project p on p.company_id = h.company_id and p.phase_id = h.id and not p.is_deleted
    where h.company_id = ${actor.companyId} and not h.is_deleted group by h.id order by h.id`
}

/** Locked one after the other in the order of their ids, so that two removals cannot wait for each other. */
export async function lockPhases({ sql, actor }: Crm, ids: readonly number[]): Promise<void> {
  await sql`
    select from crm.project_phase where company_id = ${actor.companyId} and id = any(${ids}::bigint[])
    order by id for update`
}

export async function phaseIdsOf({ sql, actor }: Crm, boardId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from crm.project_phase where company_id = ${actor.companyId} and board_id = ${boardId} order by id`
  return rows.map(row => row.id)
}

/** Projects in these phases that are not deleted. */
export async function countProjectsIn({ sql, actor }: Crm, phaseIds: readonly number[]): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from crm.project
    where company_id = ${actor.companyId} and phase_id = any(${phaseIds}::bigint[]) and not is_deleted`
  return found?.count ?? 0
}

/** So many rows are in memory at a time. */
const AT_ONCE = 1_000

/** Moves every project out of these phases, deleted ones too: whoever brings one back finds it where the others are. */
export async function moveProjects(crm: Crm, phaseIds: readonly number[], to: OpenPhase): Promise<number> {
  const { sql, actor } = crm
  for (let moved = 0; ; ) {
    const rows = await sql<{ id: number }[]>`
      select id from crm.project where company_id = ${actor.companyId} and phase_id = any(${phaseIds}::bigint[])
      order by id limit ${AT_ONCE} for update`
    if (rows.length === 0) return moved
    const ids = rows.map(row => row.id)
    const place = { phase_id: to.id, board_id: to.board_id }
    await updateRecords(crm, 'project', sql`id = any(${ids}::bigint[])`, place, { bulk: true })
    moved += ids.length
  }
}
