import { failure } from '@portico/kit/api/failure'
import { fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord } from '../../base/changes/write.ts'
import { makeRoom, placeAmong, placeBehind } from '../../base/records/orderStore.ts'
import { placeBefore, type Undoing, undoneIn } from '../../base/records/revert.ts'
import { holdOtherBoard, lockBoard } from './store.ts'

/** A write of a board. What is undefined stays as it is. */
export interface BoardInput {
  name?: string | undefined
  order_nr?: number | undefined
}

const siblings = fragment`true`

/** Stores a new board behind the others, or at the given place, and gives back its id. */
export async function createBoard(crm: Crm, { name, order_nr: wanted }: BoardInput): Promise<number> {
  const last = await placeBehind(crm, 'project_board', siblings)
  const place = await placeAmong(crm, 'project_board', { wanted, siblings })
  const { id } = await insertRecord<{ id: number }>(crm, 'project_board', { name, order_nr: last, ...place })
  if (wanted !== undefined) await makeRoom(crm, 'project_board', id, { ...place, siblings })
  return id
}

/** Changes a board; or undoes a change of it, a deletion too, with which its phases come back. */
export async function updateBoard(crm: Crm, id: number, input: BoardInput, undoing?: Undoing): Promise<void> {
  const { name, order_nr } = input
  const { columns, comesBack, options } = undoneIn('board', await lockBoard(crm, id), undoing)
  const wanted = order_nr ?? placeBefore(columns)
  const place = await placeAmong(crm, 'project_board', { wanted, siblings, id })
  const values = { ...(name !== undefined && { name }), ...columns, ...place }
  await updateRecord(crm, 'project_board', id, values, { ...options, always: undoing !== undefined })
  if (wanted !== undefined || comesBack) await makeRoom(crm, 'project_board', id, { ...place, siblings })
}

/** Deletes a board with its phases. Its projects stay where they are and can be moved to another board. */
export async function removeBoard(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  if ((await lockBoard(crm, id)).is_deleted) return
  // A new project needs a phase to go to.
  if (!(await holdOtherBoard(crm, id)))
    throw failure('conflict', 'The last board with phases cannot be deleted: add another board with a phase first')
  await updateRecord(crm, 'project_board', id, { is_deleted: true }, { action: 'deleted', ...options })
}
