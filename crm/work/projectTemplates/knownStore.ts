import type { Crm } from '../../base/api/context.ts'

/** What a template can name, of the given: phases of a board, people who are there, types that can be chosen. */
export interface Known {
  board: boolean
  phases: ReadonlySet<number>
  users: ReadonlySet<number>
  /** Their names by their keys. */
  types: ReadonlyMap<string, string>
}

/** Nobody deletes the board or one of the phases meanwhile. */
export async function findKnown({ sql, actor }: Crm, boardId: number, users: readonly number[]): Promise<Known> {
  const boards = await sql`
    select from crm.project_board where company_id = ${actor.companyId} and id = ${boardId} and not is_deleted for share`
  const phases = await sql<{ id: number }[]>`
    select id from crm.project_phase
    where company_id = ${actor.companyId} and board_id = ${boardId} and not is_deleted order by id for share`
  const people = await sql<{ id: number }[]>`
    select id from crm.app_user
    where company_id = ${actor.companyId} and id = any(${users}::bigint[]) and active and not is_deleted`
  const types = await sql<{ key_string: string; name: string }[]>`
    select key_string, name from crm.activity_type where company_id = ${actor.companyId} and active`
  return {
    board: boards.length > 0,
    phases: new Set(phases.map(({ id }) => id)),
    users: new Set(people.map(({ id }) => id)),
    types: new Map(types.map(({ key_string, name }) => [key_string, name])),
  }
}
