import { failure } from '@portico/kit/api/failure'
import type { Place } from '../tasks/rules.ts'

/** Where an item is to go. What is undefined stays as it is. */
export interface Move {
  phase_id?: number | null | undefined
  group_id?: number | null | undefined
}

export function placeAfter(before: Place, { phase_id = before.phase_id, group_id = before.group_id }: Move): Place {
  return { phase_id, group_id }
}

/** A subtask is where its parent is: it can be sent there, and nowhere else. */
export function checkSubtaskStays(parentTaskId: number | null, before: Place, after: Place): void {
  if (parentTaskId === null) return
  const field = before.phase_id !== after.phase_id ? 'phase_id' : before.group_id !== after.group_id ? 'group_id' : ''
  if (field)
    throw failure('invalid', `A subtask is where its parent is in the plan: move task ${parentTaskId} instead`, {
      field,
    })
}
