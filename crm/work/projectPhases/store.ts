import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { type Json, jsonArray } from '@portico/kit/api/json'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord, updateRecords } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { moveInOrder, placeBehind } from '../../base/records/orderStore.ts'
import { oneRecord, requireMatch, type WireRow } from '../../base/records/version.ts'
import type { Phase } from './shape.ts'

export interface PhaseInput {
  name?: string | undefined
  board_id?: number | undefined
  order_nr?: number | undefined
}

/** Phases that are there: neither they nor their boards are deleted. */
const THERE = fragment`crm.project_phase p
  join crm.project_board b on b.company_id = p.company_id and b.id = p.board_id and not b.is_deleted and not p.is_deleted`

/** A phase in the given columns; a deleted one is missing, as nothing of it would say so. */
export async function onePhase({ sql, actor }: Crm, id: number, columns: Fragment): Promise<Answered<Phase>> {
  const [row] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, p.version
    from ${THERE} where p.company_id = ${actor.companyId} and p.id = ${id}`
  return oneRecord<Phase>(row, 'Phase')
}

/** The phases of a board in their order. */
export async function phasesOf({ sql, actor }: Crm, boardId: number, columns: Fragment): Promise<Json<Phase[]>> {
  const rows = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire
    from ${THERE} where p.company_id = ${actor.companyId} and p.board_id = ${boardId} order by p.order_nr, p.id`
  return jsonArray<Phase>(rows.map(row => row.wire))
}

export interface OpenPhase {
  id: number
  board_id: number
}

/**
 * The phase a project goes to: the named one, the first of the named board, or the first of the first board. It stays in
 * its board until the transaction ends.
 */
export async function findPhase(
  { sql, actor }: Crm,
  { phase_id, board_id }: { phase_id?: number | undefined; board_id?: number | undefined },
): Promise<OpenPhase> {
  // The board is asked for in a subquery: a join would lose a phase that another transaction has just moved.
  const board = sql`from crm.project_board b where b.company_id = p.company_id and b.id = p.board_id`
  const [phase] = await sql<OpenPhase[]>`
    select p.id, p.board_id from crm.project_phase p
    where p.company_id = ${actor.companyId} and not p.is_deleted and (select not b.is_deleted ${board})
      ${phase_id ? sql`and p.id = ${phase_id}` : sql``} ${board_id ? sql`and p.board_id = ${board_id}` : sql``}
    order by (select b.order_nr ${board}), p.board_id, p.order_nr, p.id limit 1 for key share of p`
  if (phase) return phase
  if (phase_id)
    throw failure('invalid', `phase_id ${phase_id} does not exist${board_id ? ` in board ${board_id}` : ''}`, {
      field: 'phase_id',
    })
  throw failure('invalid', `board_id ${board_id ?? 'of any board'} does not name a board with phases`, {
    field: 'board_id',
  })
}

/** Adds a phase at the end of a board, or at the given place. */
export async function createPhase(crm: Crm, input: PhaseInput & { board_id: number }): Promise<number> {
  const { name, board_id, order_nr } = input
  const place = await placeOn(crm, board_id)
  const { id } = await insertRecord<{ id: number }>(crm, 'project_phase', { name, board_id, order_nr: place })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_phase', id, order_nr, ofBoard(board_id))
  return id
}

export async function updatePhase(crm: Crm, id: number, { name, board_id, order_nr }: PhaseInput): Promise<void> {
  const before = await lockPhase(crm, id)
  if (before.is_deleted) throw failure('gone', 'The phase is deleted')
  const boardId = board_id ?? before.board_id
  const moves = boardId !== before.board_id
  const place = moves ? { board_id: boardId, order_nr: await placeOn(crm, boardId) } : {}
  await updateRecord(crm, 'project_phase', id, { ...(name !== undefined && { name }), ...place })
  // The phase decides the board of its projects.
  if (moves) await updateRecords(crm, 'project', crm.sql`phase_id = ${id}`, { board_id: boardId }, { bulk: true })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_phase', id, order_nr, ofBoard(boardId))
}

/** Ends a phase; its projects stay in it and can be moved elsewhere. */
export async function removePhase(crm: Crm, id: number): Promise<void> {
  if ((await lockPhase(crm, id)).is_deleted) return
  await updateRecord(crm, 'project_phase', id, { is_deleted: true }, { action: 'deleted' })
}

async function lockPhase(crm: Crm, id: number): Promise<{ board_id: number; is_deleted: boolean }> {
  const { sql, actor } = crm
  const [phase] = await sql<{ board_id: number; is_deleted: boolean; version: number }[]>`
    select p.board_id, p.is_deleted or b.is_deleted as is_deleted, p.version
    from crm.project_phase p join crm.project_board b on b.company_id = p.company_id and b.id = p.board_id
    where p.company_id = ${actor.companyId} and p.id = ${id} for update of p`
  if (!phase) throw failure('missing', 'Phase not found')
  requireMatch(crm, phase.version)
  return phase
}

/** The place behind the phases of a board, which is there until the transaction ends. */
async function placeOn(crm: Crm, boardId: number): Promise<number> {
  const { sql, actor } = crm
  const [board] = await sql`
    select from crm.project_board b where b.company_id = ${actor.companyId} and b.id = ${boardId} and not b.is_deleted
    for share of b`
  if (!board) throw doesNotExist('board_id', boardId)
  return placeBehind(crm, 'project_phase', ofBoard(boardId))
}

function ofBoard(boardId: number): Fragment {
  return fragment`board_id = ${boardId}`
}
