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
  const found = signal<readonly DuplicatePair[]>([])
  /** Kept separate here: an answer that was on its way when they were may have them still. */
  const separate = signal<ReadonlySet<string>>(new Set())
  const pairs = computed(() => found.value.filter(pair => !separate.value.has(keyOf(pair))))
  const cursor = signal<string | null>(null)
  const isLooking = signal(true)
  let readings = 0

  async function look(from: string | null, before: readonly DuplicatePair[], wanted: number): Promise<void> {
    const reading = ++readings
    isLooking.value = true
    let [read, next] = [[...before], from]
    try {
      for (let calls = 0; calls < MOST_CALLS; calls++) {
        const query = new URLSearchParams({ kind, ...(next !== null && { cursor: next }) })
        const { data, beside } = await call<DuplicatePair[]>(`GET /app/api/duplicates?${query}`)
        if (reading !== readings) return
        read = [...read, ...data]
        next = beside.next_cursor ?? null
        if (next === null || read.length >= wanted) break
      }
      found.value = read
      cursor.value = next
    } finally {
      if (reading === readings) isLooking.value = false
    }
  }
  const read = () => look(null, [], Math.max(ENOUGH, pairs.value.length))

  const put = ({ first, second }: DuplicatePair, is_separate: boolean) =>
    call('PUT /app/api/duplicates', { body: { kind, ids: [first.id, second.id], is_separate } })
  const showAgain = (pair: DuplicatePair) => {
    separate.value = new Set([...separate.value].filter(key => key !== keyOf(pair)))
  }

  return {
    pairs,
    isLooking,
    hasMore: computed(() => cursor.value !== null),
    read,
    readMore: () => look(cursor.value, found.value, pairs.value.length + ENOUGH),
    async separate(pair) {
      separate.value = new Set([...separate.value, keyOf(pair)])
      try {
        await put(pair, true)
        offerInverse(`Kept separate: ${pair.first.name}`, async () => {
          await put(pair, false)
          showAgain(pair)
          await read()
        })
      } catch (error) {
        showAgain(pair)
        tellProblem(error)
      }
    },
  }
}

function keyOf({ first, second }: DuplicatePair): string {
  return `${first.id}-${second.id}`
}
