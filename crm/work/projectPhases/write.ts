import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { following } from '../../base/changes/following.ts'
import { type DeletionOptions, insertRecord, updateRecord, updateRecords } from '../../base/changes/write.ts'
import { makeRoom, placeAmong, placeBehind } from '../../base/records/orderStore.ts'
import { placeBefore, type Undoing, undoneIn } from '../../base/records/revert.ts'
import { boardIsDeleted } from './rules.ts'
import { holdBoard, lockPhase } from './store.ts'

/** A write of a phase. What is undefined stays as it is. */
export interface PhaseInput {
  name?: string | undefined
  board_id?: number | undefined
  order_nr?: number | undefined
}

/** Stores a new phase at the end of a board, or at the given place, and gives back its id. */
export async function createPhase(crm: Crm, input: PhaseInput & { board_id: number }): Promise<number> {
  const { name, board_id, order_nr: wanted } = input
  const siblings = ofBoard(board_id)
  const last = await placeOn(crm, board_id)
  const place = await placeAmong(crm, 'project_phase', { wanted, siblings })
  const { id } = await insertRecord<{ id: number }>(crm, 'project_phase', { name, board_id, order_nr: last, ...place })
  if (wanted !== undefined) await makeRoom(crm, 'project_phase', id, { ...place, siblings })
  return id
}

/** Changes a phase; or undoes a change of it, a deletion too. */
export async function updatePhase(crm: Crm, id: number, input: PhaseInput, undoing?: Undoing): Promise<void> {
  const { name, board_id, order_nr } = input
  const before = await lockPhase(crm, id)
  const { columns, comesBack, options } = undoneIn('phase', before, undoing)
  if (before.is_board_deleted) throw boardIsDeleted(before.board_id, { comesBack })
  const boardId = board_id ?? before.board_id
  const siblings = ofBoard(boardId)
  const moves = boardId !== before.board_id
  const wanted = order_nr ?? placeBefore(columns)
  const last = moves && { board_id: boardId, order_nr: await placeOn(crm, boardId) }
  const place = await placeAmong(crm, 'project_phase', { wanted, siblings, id })
  const values = { ...(name !== undefined && { name }), ...columns, ...last, ...place }
  await updateRecord(crm, 'project_phase', id, values, { ...options, always: undoing !== undefined })
  if (moves) await moveProjectsAlong(crm, id, boardId)
  if (wanted !== undefined || comesBack) await makeRoom(crm, 'project_phase', id, { ...place, siblings })
}

/** The phase decides the board of its projects. */
async function moveProjectsAlong(crm: Crm, id: number, boardId: number): Promise<void> {
  const options = { bulk: true, ...following('project_phase', id) }
  await updateRecords(crm, 'project', fragment`phase_id = ${id}`, { board_id: boardId }, options)
}

/** Deletes a phase; its projects stay in it and can be moved to another. */
export async function removePhase(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const { is_deleted, is_board_deleted } = await lockPhase(crm, id)
  if (is_deleted || is_board_deleted) return
  await updateRecord(crm, 'project_phase', id, { is_deleted: true }, { action: 'deleted', ...options })
}

/** The place behind the phases of a board. */
async function placeOn(crm: Crm, boardId: number): Promise<number> {
  await holdBoard(crm, boardId)
  return placeBehind(crm, 'project_phase', ofBoard(boardId))
}

function ofBoard(boardId: number): Fragment {
  return fragment`board_id = ${boardId}`
}
