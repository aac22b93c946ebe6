import type { ComponentChildren } from 'preact'
import type { Selection } from './selection.ts'

export interface SelectionActionsProps {
  selection: Selection
  count: number
  /** The columns on screen in their order, as `GET /app/api/rows` calls them. */
  columns: readonly string[]
  /** To be called when an action was begun. */
  clear: () => void
}

/** What can be done with the selected rows of a list, in the bar that appears while there are any. */
export function SelectionActions(_: SelectionActionsProps): ComponentChildren {
  return null
}
