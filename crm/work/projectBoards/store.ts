import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { type Json, jsonArray } from '@portico/kit/api/json'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { oneRecord, requireMatch, type WireRow } from '../../base/records/version.ts'
import type { Board } from './shape.ts'

/** A board in the given columns. A deleted one is missing, since a board has no field that would say so. */
export async function oneBoard({ sql, actor }: Crm, id: number, columns: Fragment): Promise<Answered<Board>> {
  const [row] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, b.version
    from crm.project_board b where b.company_id = ${actor.companyId} and b.id = ${id} and not b.is_deleted`
  return oneRecord<Board>(row, 'Board')
}

export async function allBoards({ sql, actor }: Crm, columns: Fragment): Promise<Json<Board[]>> {
  const rows = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire
    from crm.project_board b where b.company_id = ${actor.companyId} and not b.is_deleted order by b.order_nr, b.id`
  return jsonArray<Board>(rows.map(row => row.wire))
}

/** A board, deleted or not, locked for the rest of the transaction. */
export async function lockBoard(crm: Crm, id: number): Promise<{ is_deleted: boolean }> {
  const { sql, actor } = crm
  const [board] = await sql<{ is_deleted: boolean; version: number }[]>`
    select is_deleted, version from crm.project_board where company_id = ${actor.companyId} and id = ${id} for update`
  if (!board) throw failure('missing', 'Board not found')
  requireMatch(crm, board.version)
  return board
}

/** Whether there is another board with phases; it is not deleted before the transaction ends. */
export async function holdOtherBoard({ sql, actor }: Crm, id: number): Promise<boolean> {
  const others = await sql`
    select from crm.project_board b where b.company_id = ${actor.companyId} and b.id <> ${id} and not b.is_deleted
      and exists (select from crm.project_phase p where p.company_id = b.company_id and p.board_id = b.id and not p.is_deleted)
    limit 1 for share of b`
  return others.length > 0
}
