import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord, updateRecords } from '../../base/changes/write.ts'
import { moveInOrder, placeBehind } from '../../base/records/orderStore.ts'
import { holdBoard, lockPhase } from './store.ts'

/** A write of a phase. What is undefined stays as it is. */
export interface PhaseInput {
  name?: string | undefined
  board_id?: number | undefined
  order_nr?: number | undefined
}

/** Stores a new phase at the end of a board, or at the given place, and gives back its id. */
export async function createPhase(crm: Crm, input: PhaseInput & { board_id: number }): Promise<number> {
  const { name, board_id, order_nr } = input
  const last = await placeOn(crm, board_id)
  const { id } = await insertRecord<{ id: number }>(crm, 'project_phase', { name, board_id, order_nr: last })
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
  if (moves) await updateRecords(crm, 'project', fragment`phase_id = ${id}`, { board_id: boardId }, { bulk: true })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_phase', id, order_nr, ofBoard(boardId))
}

/** Deletes a phase; its projects stay in it and can be moved to another. */
export async function removePhase(crm: Crm, id: number): Promise<void> {
  if ((await lockPhase(crm, id)).is_deleted) return
  await updateRecord(crm, 'project_phase', id, { is_deleted: true }, { action: 'deleted' })
}

/** The place behind the phases of a board. */
async function placeOn(crm: Crm, boardId: number): Promise<number> {
  await holdBoard(crm, boardId)
  return placeBehind(crm, 'project_phase', ofBoard(boardId))
}

function ofBoard(boardId: number): Fragment {
  return fragment`board_id = ${boardId}`
}
