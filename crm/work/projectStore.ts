import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../base/api/context.ts'

/** What tasks, groups and the plan ask of the project they belong to. A deleted project takes nothing new. */
export interface HeldProject {
  id: number
  board_id: number
}

/**
 * A project that something is put into: until the end of the transaction nobody deletes it or moves it to another
 * board. Undefined when it does not exist.
 */
export async function holdProject({ sql, actor }: Crm, id: number): Promise<HeldProject | undefined> {
  const [project] = await sql<HeldProject[]>`
    select p.id, p.board_id from crm.project p
    where p.company_id = ${actor.companyId} and p.id = ${id} and not p.is_deleted for share of p`
  return project
}

/** The same for the project in a path: 404 when it does not exist. */
export async function holdProjectOfPath(crm: Crm, id: number): Promise<HeldProject> {
  const project = await holdProject(crm, id)
  if (!project) throw failure('missing', 'Project not found')
  return project
}

/** The same for reading, without a lock. */
export async function requireUndeletedProject({ sql, actor }: Crm, id: number): Promise<void> {
  const [project] = await sql`
    select from crm.project p where p.company_id = ${actor.companyId} and p.id = ${id} and not p.is_deleted`
  if (!project) throw failure('missing', 'Project not found')
}
