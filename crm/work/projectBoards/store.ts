import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { type Json, jsonArray } from '@portico/kit/api/json'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { moveInOrder, placeBehind } from '../../base/records/orderStore.ts'
import { oneRecord, requireMatch, type WireRow } from '../../base/records/version.ts'
import type { Board } from './shape.ts'

export interface BoardInput {
  name?: string | undefined
  order_nr?: number | undefined
}

/** A board in the given columns; a deleted one is missing, as nothing of it would say so. */
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

/** Adds a board behind the others, or at the given place. */
export async function createBoard(crm: Crm, { name, order_nr }: BoardInput): Promise<number> {
  const { sql } = crm
  const place = await placeBehind(crm, 'project_board', sql`true`)
  const { id } = await insertRecord<{ id: number }>(crm, 'project_board', { name, order_nr: place })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_board', id, order_nr, sql`true`)
  return id
}

export async function updateBoard(crm: Crm, id: number, { name, order_nr }: BoardInput): Promise<void> {
  if ((await lockBoard(crm, id)).is_deleted) throw failure('gone', 'The board is deleted')
  if (name !== undefined) await updateRecord(crm, 'project_board', id, { name })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_board', id, order_nr, crm.sql`true`)
}

/** Ends a board, and with it its phases. Its projects stay where they are and can be moved elsewhere. */
export async function removeBoard(crm: Crm, id: number): Promise<void> {
  if ((await lockBoard(crm, id)).is_deleted) return
  await refuseLast(crm, id)
  await updateRecord(crm, 'project_board', id, { is_deleted: true }, { action: 'deleted' })
}

async function lockBoard(crm: Crm, id: number): Promise<{ is_deleted: boolean }> {
  const { sql, actor } = crm
  const [board] = await sql<{ is_deleted: boolean; version: number }[]>`
    select is_deleted, version from crm.project_board where company_id = ${actor.companyId} and id = ${id} for update`
  if (!board) throw failure('missing', 'Board not found')
  requireMatch(crm, board.version)
  return board
}

/** New projects need somewhere to go: a board with a phase. */
async function refuseLast({ sql, actor }: Crm, id: number): Promise<void> {
  const others = await sql`
    select from crm.project_board b where b.company_id = ${actor.companyId} and b.id <> ${id} and not b.is_deleted
      and exists (select from crm.project_phase p where p.company_id = b.company_id and p.board_id = b.id and not p.is_deleted)
    limit 1 for share of b`
  if (others.length === 0) throw failure('conflict', 'The last board with phases cannot be deleted')
}
