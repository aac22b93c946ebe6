import { call } from '../api/call.ts'
import { allAnswered } from '../api/underWay.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { mayDo } from './company.ts'
import { changed } from './live.ts'

/** Something that was done, and what takes it back. */
interface Done {
  text: string
  takeBack: () => Promise<unknown>
}

/** What was done last, to be undone by Ctrl+Z. */
const done: Done[] = []
const MOST_KEPT = 50

/** Offers to undo what a call has changed; the server finds it in its log by the id of the call. */
export function offerUndo(text: string, correlationId: string): void {
  offerInverse(text, () => revertAll(text, correlationId))
}

/** Offers to undo something that the log of the server cannot take back, by the call that does the opposite. */
export function offerInverse(text: string, takeBack: () => Promise<unknown>): void {
  const entry = { text, takeBack }
  done.push(entry)
  if (done.length > MOST_KEPT) done.shift()
  tell(text, { action: { label: 'Undo', run: () => void undo(entry) } })
}

let undoing = Promise.resolve()

/** Undoes what was done last, also when it is not answered yet; pressed twice, what was done before it after that. */
export function undoLast(): void {
  undoing = undoing.then(async () => {
    const before = done.at(-1)
    const { wasRefused } = await allAnswered()
    const newest = done.at(-1)
    // What was to be undone has not been done.
    if (wasRefused && newest === before) return
    if (newest) await undo(newest)
    else tell('There is nothing to undo')
  })
}

async function undo(entry: Done): Promise<void> {
  const at = done.indexOf(entry)
  if (at === -1) return
  done.splice(at, 1)
  try {
    await entry.takeBack()
    changed('*')
    tell(`Undone: ${entry.text}`)
  } catch (error) {
    tellProblem(error)
  }
}

async function revertAll(text: string, correlationId: string): Promise<void> {
  const { data: changes } = await call<{ id: number }[]>(
    `GET /v2/changes?correlation_id=${encodeURIComponent(correlationId)}`,
  )
  if (changes.length === 0) throw new Error(`This can no longer be undone: ${text}`)
  // Several are undone together or not at all, by those who may change several.
  if (changes.length > 1 && mayDo('can_bulk_edit_items')) await revertTogether(correlationId)
  else for (const { id } of changes) await call(`POST /v2/changes/${id}/revert`)
}

/** A call undoes five hundred changes at most, the newest first, and says whether there are more. */
async function revertTogether(correlationId: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { beside } = await call('POST /v2/changes/revert', { body: { correlation_id: correlationId } })
    isMore = beside.more_items_in_collection ?? false
  }
}
