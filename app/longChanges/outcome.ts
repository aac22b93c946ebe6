import type { ShownLongChange } from '@portico/crm/across/longChanges/shape'

/** How far it is, or what became of it, in words. */
export function outcomeOf({ state, counts, done, total, undo_done, undo_total, problem }: ShownLongChange): string {
  if (state === 'waiting') return 'Waiting for its turn …'
  if (state === 'running') return `${done.toLocaleString()} of ${total.toLocaleString()}`
  if (state === 'undoing')
    return `Undoing: ${undo_done.toLocaleString()} of ${(undo_total ?? 0).toLocaleString()} changes`
  if (state === 'failed') return `Stopped after ${done.toLocaleString()} of ${total.toLocaleString()}: ${problem ?? ''}`
  if (state === 'undone')
    return counts.kept > 0
      ? `Undone, but for ${counts.kept.toLocaleString()} ${counts.kept === 1 ? 'change' : 'changes'}`
      : 'Undone'
  const parts = [
    [counts.added, 'added'],
    [counts.changed, 'changed'],
    [counts.unchanged, 'as they were'],
    [counts.skipped, 'left out'],
    [counts.refused, 'refused'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString()} ${what}`)
  return said.join(', ') || 'Nothing to do'
}

/** From 0 to 1. */
export function shareDone({ state, done, total, undo_done, undo_total }: ShownLongChange): number {
  return state === 'undoing' ? undo_done / Math.max(1, undo_total ?? 1) : done / Math.max(1, total)
}
