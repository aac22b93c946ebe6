import type { UserViews } from '@portico/crm/company/userViews/app/shape'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'

/** How this person has arranged screens, kept on the server: another browser shows the same. */
export const views = signal<UserViews>(undefined as unknown as UserViews)

/** Read before anything is drawn; the answer came with the page. */
export async function readViews(): Promise<void> {
  const saved = saving
  await saved
  const { data } = await call<UserViews>('GET /app/api/views')
  // What was arranged meanwhile is newer than the answer.
  if (saving === saved) views.value = { ...data, ...unsaved }
}

let unsaved: Partial<UserViews> = {}
let saving: Promise<unknown> = Promise.resolve()
let timer: ReturnType<typeof setTimeout> | undefined

/** Shown and sent at once; `after` a while where more changes follow, as while the edge of a column is pulled. */
export function keepViews(changed: Partial<UserViews>, after = 0): void {
  views.value = { ...views.value, ...changed }
  unsaved = { ...unsaved, ...changed }
  clearTimeout(timer)
  if (after === 0) saveViews()
  else timer = setTimeout(saveViews, after)
}

function saveViews(): void {
  clearTimeout(timer)
  if (Object.keys(unsaved).length === 0) return
  const body = unsaved
  unsaved = {}
  // One after the other, for the last one counts; sent to its end although the page may be closing.
  saving = saving.then(() => call('PATCH /app/api/views', { body, keepalive: true })).catch(tellProblem)
}

addEventListener('pagehide', saveViews)
