import { call } from '../api/call.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { changed } from './live.ts'

/** What was done last, to be undone by Ctrl+Z. */
const done: { text: string; correlationId: string }[] = []
const MOST_KEPT = 50

/** Offers to undo what a call has changed; the server finds it in its log by the id of the call. */
export function offerUndo(text: string, correlationId: string): void {
  done.push({ text, correlationId })
  if (done.length > MOST_KEPT) done.shift()
  tell(text, { action: { label: 'Undo', run: () => undo(correlationId) } })
}

export function undoLast(): void {
  const newest = done.at(-1)
  if (newest) void undo(newest.correlationId)
  else tell('There is nothing to undo')
}

async function undo(correlationId: string): Promise<void> {
  const at = done.findIndex(each => each.correlationId === correlationId)
  if (at === -1) return
  const [undone] = done.splice(at, 1)
  try {
    const { data: changes } = await call<{ id: number }[]>(
      `GET /v2/changes?correlation_id=${encodeURIComponent(correlationId)}`,
    )
    if (changes.length === 0) throw new Error(`This can no longer be undone: ${undone?.text}`)
    for (const { id } of changes) await call(`POST /v2/changes/${id}/revert`)
    changed('*')
    tell(`Undone: ${undone?.text}`)
  } catch (error) {
    tellProblem(error)
  }
}
