import { failure } from '@portico/kit/api/failure'

/** The phase that a caller names, or the board whose first phase is meant; neither: the first board. */
export interface PhaseWanted {
  phase_id?: number | undefined
  board_id?: number | undefined
}

export function noPhaseFound({ phase_id, board_id }: PhaseWanted) {
  if (phase_id)
    return failure('invalid', `phase_id ${phase_id} does not exist${board_id ? ` in board ${board_id}` : ''}`, {
      field: 'phase_id',
    })
  const text = board_id
    ? `board_id ${board_id} does not exist or has no phases: GET /v2/boards lists the boards`
    : 'There is no board with phases: add one with POST /v2/boards, and a phase with POST /v2/phases'
  return failure('invalid', text, { field: 'board_id' })
}

/** A phase is deleted for as long as its board is. */
export function boardIsDeleted(boardId: number, { comesBack }: { comesBack: boolean }) {
  if (!comesBack) return failure('gone', 'The phase is deleted')
  return failure('conflict', `The phase is on board ${boardId}, which is deleted: undo the deletion of the board first`)
}
