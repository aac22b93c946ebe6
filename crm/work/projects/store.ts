import type { Crm } from '../../base/api/context.ts'
import { recordStore } from '../../base/records/recordStore.ts'
import type { ProjectStatus } from './rules.ts'

export interface ProjectRow {
  id: number
  version: number
  status: ProjectStatus
  board_id: number
  phase_id: number
  owner_id: number
  is_archived: boolean
  is_deleted: boolean
  custom: Record<string, unknown>
}

export const { lock: lockProject, require: requireProject } = recordStore<ProjectRow>('project')

/** Everybody in the company sees a project. */
export async function usersWhoSeeProjects({ sql, actor }: Crm): Promise<number[]> {
  const users = await sql<{ id: number }[]>`
    select u.id from crm.app_user u
    where u.company_id = ${actor.companyId} and u.active and not u.is_deleted order by u.id`
  return users.map(user => user.id)
}
