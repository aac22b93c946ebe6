import type { UserViews } from '@portico/crm/company/userViews/app/shape'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'

/** How this person has arranged screens, kept on the server: another browser shows the same. */
export const views = signal<UserViews>(undefined as unknown as UserViews)

/** Read before anything is drawn; the answer came with the page. */
export async function readViews(): Promise<void> {
  await saving
  const { data } = await call<UserViews>('GET /app/api/views')
  // What was arranged meanwhile is newer than the answer.
  views.value = { ...data, ...unsaved }
}

let unsaved: Partial<UserViews> = {}
let saving: Promise<unknown> = Promise.resolve()
let timer: ReturnType<typeof setTimeout> | undefined

/** Shown at once and kept after a pause, for the edge of a column that is being pulled changes with every pixel. */
export function keepViews(changed: Partial<UserViews>): void {
  views.value = { ...views.value, ...changed }
  unsaved = { ...unsaved, ...changed }
  clearTimeout(timer)
  timer = setTimeout(saveViews, PAUSE)
}

const PAUSE = 300

function saveViews(): void {
  clearTimeout(timer)
  if (Object.keys(unsaved).length === 0) return
  const body = unsaved
  unsaved = {}
  // Sent to its end although the page may be closing.
  saving = call('PATCH /app/api/views', { body, keepalive: true }).catch(tellProblem)
}

addEventListener('pagehide', saveViews)
