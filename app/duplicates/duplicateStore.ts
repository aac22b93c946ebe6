import type { DuplicateKind, DuplicatePair } from '@portico/crm/across/duplicates/app/shape'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { offerInverse } from '../store/undo.ts'

export interface DuplicateStore {
  pairs: ReadonlySignal<readonly DuplicatePair[]>
  isLooking: ReadonlySignal<boolean>
  hasMore: ReadonlySignal<boolean>
  /** From the beginning, as far as was looked before. */
  read(): Promise<void>
  readMore(): Promise<void>
  /** Not offered again; can be undone. */
  separate(pair: DuplicatePair): Promise<void>
}

/** As many pairs are shown before somebody asks for more. */
const ENOUGH = 30
/** Calls in a row that find none, after which somebody is asked whether to go on. */
const MOST_CALLS = 40

export function openDuplicates(kind: DuplicateKind): DuplicateStore {
  const pairs = signal<readonly DuplicatePair[]>([])
  const cursor = signal<string | null>(null)
  const isLooking = signal(true)
  let readings = 0

  async function look(from: string | null, before: readonly DuplicatePair[], wanted: number): Promise<void> {
    const reading = ++readings
    isLooking.value = true
    let [found, next] = [[...before], from]
    try {
      for (let calls = 0; calls < MOST_CALLS; calls++) {
        const query = new URLSearchParams({ kind, ...(next !== null && { cursor: next }) })
        const { data, beside } = await call<DuplicatePair[]>(`GET /app/api/duplicates?${query}`)
        if (reading !== readings) return
        found = [...found, ...data]
        next = beside.next_cursor ?? null
        if (next === null || found.length >= wanted) break
      }
      pairs.value = found
      cursor.value = next
    } finally {
      if (reading === readings) isLooking.value = false
    }
  }
  const read = () => look(null, [], Math.max(ENOUGH, pairs.value.length))
  const put = ({ first, second }: DuplicatePair, is_separate: boolean) =>
    call('PUT /app/api/duplicates', { body: { kind, ids: [first.id, second.id], is_separate } })

  return {
    pairs,
    isLooking,
    hasMore: computed(() => cursor.value !== null),
    read,
    readMore: () => look(cursor.value, pairs.value, pairs.value.length + ENOUGH),
    async separate(pair) {
      const before = pairs.value
      pairs.value = before.filter(each => each !== pair)
      try {
        await put(pair, true)
        offerInverse(`Kept separate: ${pair.first.name}`, async () => {
          await put(pair, false)
          await read()
        })
      } catch (error) {
        pairs.value = before
        tellProblem(error)
      }
    },
  }
}
