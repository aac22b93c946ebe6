import type { AgendaEntry } from '@portico/crm/work/activities/app/shape'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Answer, call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'
import { type Entry, entryOf } from './entry.ts'

/** A change that is shown and that the answers of the server do not have yet. */
interface Pending {
  id: number
  /** What is different; undefined when the activity leaves the list. */
  patch: Partial<Entry> | undefined
  isConfirmed: boolean
}

/** Activities on a screen: those the server told of, and over them what it has not confirmed yet. */
export interface Agenda {
  entries: ReadonlySignal<readonly Entry[] | undefined>
  /** Whether the server has more than it gave. */
  hasMore: ReadonlySignal<boolean>
  /** Asks the server with this query from now on; what is on screen stays until it has answered. */
  show(query: string): Promise<void>
  read(): Promise<void>
  /** Shows a change at once, sends it, and takes it back when it is refused. Whether it was done. */
  change(entry: Entry, patch: Pending['patch'], said: string, send: () => Promise<Answer<unknown>>): Promise<boolean>
}

export function openAgenda(): Agenda {
  const stored = signal<readonly Entry[] | undefined>(undefined)
  const pending = signal<readonly Pending[]>([])
  const hasMore = signal(false)
  let asked = ''
  let readings = 0

  async function read() {
    const reading = ++readings
    // Later ones may not be in the answer.
    const settled = pending.value.filter(each => each.isConfirmed)
    const { data, beside } = await call<AgendaEntry[]>(`GET /app/api/agenda?${asked}`)
    if (reading !== readings) return
    batch(() => {
      stored.value = data.map(entryOf)
      hasMore.value = Boolean(beside.next_cursor)
      pending.value = pending.value.filter(each => !settled.includes(each))
    })
  }

  return {
    entries: computed(() => stored.value && withPending(stored.value, pending.value)),
    hasMore,
    read,
    async show(query) {
      asked = query
      await read().catch(tellProblem)
    },
    async change(entry, patch, said, send) {
      const change: Pending = { id: entry.id, patch, isConfirmed: false }
      pending.value = [...pending.value, change]
      try {
        const { correlationId } = await send()
        change.isConfirmed = true
        offerUndo(said, correlationId)
        void read().catch(() => {})
        return true
      } catch (error) {
        pending.value = pending.value.filter(each => each !== change)
        tellProblem(error)
        return false
      }
    },
  }
}

export function withPending(entries: readonly Entry[], pending: readonly Pending[]): readonly Entry[] {
  if (pending.length === 0) return entries
  const gone = new Set(pending.filter(({ patch }) => !patch).map(({ id }) => id))
  return entries
    .filter(({ id }) => !gone.has(id))
    .map(entry => Object.assign({}, entry, ...pending.filter(({ id }) => id === entry.id).map(({ patch }) => patch)))
}
