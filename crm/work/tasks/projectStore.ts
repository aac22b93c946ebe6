import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'

export interface HeldProject {
  id: number
  board_id: number
}

/**
 * A project that something is put into: until the end of the transaction nobody deletes it or moves it to another
 * board. Undefined when it is not there.
 */
export async function holdProject({ sql, actor }: Crm, id: number): Promise<HeldProject | undefined> {
  const [project] = await sql<HeldProject[]>`
    select p.id, p.board_id from crm.project p
    where p.company_id = ${actor.companyId} and p.id = ${id} and not p.is_deleted for share of p`
  return project
}

/** Refuses the id of a project in a path that is not there. */
export async function requireProject({ sql, actor }: Crm, id: number): Promise<void> {
  const [project] = await sql`
    select from crm.project p where p.company_id = ${actor.companyId} and p.id = ${id} and not p.is_deleted`
  if (!project) throw failure('missing', 'Project not found')
}
