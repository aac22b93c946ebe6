import { failure } from '@portico/kit/api/failure'
import { fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { moveInOrder, placeBehind } from '../../base/records/orderStore.ts'
import { holdOtherBoard, lockBoard } from './store.ts'

/** A write of a board. What is undefined stays as it is. */
export interface BoardInput {
  name?: string | undefined
  order_nr?: number | undefined
}

const ALL_BOARDS = fragment`true`

/** Stores a new board behind the others, or at the given place, and gives back its id. */
export async function createBoard(crm: Crm, { name, order_nr }: BoardInput): Promise<number> {
  const last = await placeBehind(crm, 'project_board', ALL_BOARDS)
  const { id } = await insertRecord<{ id: number }>(crm, 'project_board', { name, order_nr: last })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_board', id, order_nr, ALL_BOARDS)
  return id
}

export async function updateBoard(crm: Crm, id: number, { name, order_nr }: BoardInput): Promise<void> {
  if ((await lockBoard(crm, id)).is_deleted) throw failure('gone', 'The board is deleted')
  if (name !== undefined) await updateRecord(crm, 'project_board', id, { name })
  if (order_nr !== undefined) await moveInOrder(crm, 'project_board', id, order_nr, ALL_BOARDS)
}

/** Deletes a board with its phases. Its projects stay where they are and can be moved to another board. */
export async function removeBoard(crm: Crm, id: number): Promise<void> {
  if ((await lockBoard(crm, id)).is_deleted) return
  // A new project needs a phase to go to.
  if (!(await holdOtherBoard(crm, id)))
    throw failure('conflict', 'The last board with phases cannot be deleted: add another board with a phase first')
  await updateRecord(crm, 'project_board', id, { is_deleted: true }, { action: 'deleted' })
}
