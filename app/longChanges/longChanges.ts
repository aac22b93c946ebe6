import type { ShownLongChange } from '@portico/crm/across/longChanges/shape'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { mayDo } from '../store/company.ts'
import { changed } from '../store/live.ts'

/** A change of many records that goes on at the server, whatever screen one is on. */
export interface Followed {
  work: 'bulk' | 'imports'
  change: ShownLongChange
}

/** Those that are shown at the edge of the screen, until somebody puts them away. */
export const followed = signal<readonly Followed[]>([])

const UNDER_WAY: ReadonlySet<string> = new Set(['waiting', 'running', 'undoing'])
/** Soon at first, for most are short. */
const [FIRST_MS, LATER_MS] = [200, 1_000]

export function isUnderWay({ state }: Pick<ShownLongChange, 'state'>): boolean {
  return UNDER_WAY.has(state)
}

/** Shows how far one is, until it has ended. */
export function follow(work: Followed['work'], change: ShownLongChange): void {
  show(work, change)
  if (isUnderWay(change)) setTimeout(() => void look(work, change.id), FIRST_MS)
}

export async function undoLongChange({ work, change: { id } }: Followed): Promise<void> {
  try {
    follow(work, (await call<ShownLongChange>(`POST /app/api/${work}/${id}/undo`)).data)
  } catch (error) {
    tellProblem(error)
  }
}

export function putAway({ work, change: { id } }: Followed): void {
  followed.value = followed.value.filter(each => each.work !== work || each.change.id !== id)
}

/** After a reload: those that are still under way. */
export async function followUnderWay(): Promise<void> {
  if (!mayDo('can_bulk_edit_items')) return
  const { data } = await call<ShownLongChange[]>('GET /app/api/bulk')
  for (const change of data.filter(isUnderWay)) follow('bulk', change)
}

function show(work: Followed['work'], change: ShownLongChange): void {
  const at = followed.value.findIndex(each => each.work === work && each.change.id === change.id)
  followed.value = at === -1 ? [...followed.value, { work, change }] : followed.value.with(at, { work, change })
}

async function look(work: Followed['work'], id: number): Promise<void> {
  try {
    const { data } = await call<ShownLongChange>(`GET /app/api/${work}/${id}`)
    show(work, data)
    if (isUnderWay(data)) setTimeout(() => void look(work, id), LATER_MS)
    else changed('*')
  } catch {
    // The connection broke: it goes on at the server, and is looked at again.
    setTimeout(() => void look(work, id), 5 * LATER_MS)
  }
}
