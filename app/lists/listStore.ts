import type { RowCount } from '@portico/crm/across/rows/app/shape'
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import type { ListKind } from './kinds.ts'
import { type ListColumn, type ListRow, type RowPatch, withPatches } from './listRow.ts'
import { saveRows } from './saveRows.ts'
import { forget } from './selection.ts'
import { filterQuery, type ListView } from './view.ts'

export interface ListStore {
  kind: ListKind
  /** As they will be when what was typed is saved. */
  rows: ReadonlySignal<readonly ListRow[]>
  columns: Signal<readonly ListColumn[]>
  count: Signal<RowCount | undefined>
  /** Nothing was read yet for what the address says now. */
  isLoading: Signal<boolean>
  hasMore: ReadonlySignal<boolean>
  /** Why it cannot be shown. */
  refusal: Signal<string>
  readColumns(): Promise<void>
  show(view: ListView, columns: readonly string[]): Promise<void>
  readMore(): void
  /** Reads anew what is on screen, after something has changed. `first` and `last` are the rows in view. */
  refresh(first: number, last: number): Promise<void>
  save(changes: readonly RowPatch[], text: string): Promise<void>
}

const PAGE = 100
/** As many as one call gives; a longer list is read anew around what is in view. */
const MOST_AT_ONCE = 200

/** The list of a kind on screen. `moved` is told of the former rows and the new ones before they are shown. */
export function openList(
  kind: ListKind,
  moved: (before: readonly ListRow[], after: readonly ListRow[]) => void = () => {},
): ListStore {
  const stored = signal<readonly ListRow[]>([])
  const put = (rows: readonly ListRow[]) =>
    batch(() => {
      moved(stored.value, rows)
      stored.value = rows
    })
  const unsaved = signal<readonly RowPatch[]>([])
  const columns = signal<readonly ListColumn[]>([])
  const count = signal<RowCount | undefined>(undefined)
  const isLoading = signal(true)
  const refusal = signal('')
  const cursor = signal<string | null>(null)
  let asked: { view: ListView; columns: readonly string[] } | undefined
  let readings = 0
  let isReadingMore = false

  function query(more: Record<string, string | number>): string {
    if (!asked) return ''
    const wanted = filterQuery(kind, asked.view)
    wanted.set('sort', asked.view.sort)
    wanted.set('columns', asked.columns.join(','))
    for (const [name, value] of Object.entries(more)) wanted.set(name, String(value))
    return wanted.toString()
  }

  async function readFirst(limit: number): Promise<void> {
    const reading = ++readings
    try {
      const { data, beside } = await call<ListRow[]>(`GET /app/api/rows?${query({ limit })}`)
      // A later question is on its way, and its answer is the one to show.
      if (reading !== readings) return
      batch(() => {
        put(data)
        cursor.value = beside.next_cursor ?? null
        isLoading.value = false
        refusal.value = ''
      })
    } catch (error) {
      if (reading !== readings) return
      isLoading.value = false
      if (stored.value.length > 0) tellProblem(error)
      else refusal.value = error instanceof Error ? error.message : String(error)
    }
  }

  /** The rows in view and around them; those that are not in the list any more leave it. */
  async function readAround(first: number, last: number): Promise<void> {
    const reading = ++readings
    const from = Math.max(0, Math.min(first - 50, stored.value.length - MOST_AT_ONCE))
    const around = stored.value.slice(from, Math.max(last, from + MOST_AT_ONCE)).slice(0, MOST_AT_ONCE)
    const ids = around.map(row => row.id)
    const found = await readByIds(ids)
    if (reading === readings) replace(ids, found)
  }

  /** Those of these rows that are in the list. */
  async function readByIds(ids: readonly number[]): Promise<readonly ListRow[]> {
    const found: ListRow[] = []
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const some = ids.slice(at, at + MOST_AT_ONCE).join(',')
      found.push(...(await call<ListRow[]>(`GET /app/api/rows?${query({ ids: some, limit: MOST_AT_ONCE })}`)).data)
    }
    return found
  }

  function replace(ids: readonly number[], found: readonly ListRow[]): void {
    const fresh = new Map(found.map(row => [row.id, row]))
    const gone = new Set(ids.filter(id => !fresh.has(id)))
    put(stored.value.flatMap(row => (gone.has(row.id) ? [] : [fresh.get(row.id) ?? row])))
    forget([...gone])
  }

  async function readCount(): Promise<void> {
    if (!asked) return
    const { view } = asked
    const { data } = await call<RowCount>(`GET /app/api/rows/count?${filterQuery(kind, view)}`)
    if (asked.view === view) count.value = data
  }

  return {
    kind,
    rows: computed(() => withPatches(stored.value, unsaved.value)),
    columns,
    count,
    isLoading,
    hasMore: computed(() => cursor.value !== null),
    refusal,
    async readColumns() {
      columns.value = (await call<ListColumn[]>(`GET /app/api/rows/columns?kind=${kind.name}`)).data
    },
    async show(view, codes) {
      asked = { view, columns: codes }
      isLoading.value = true
      // Counting takes longer than reading the first rows, which do not wait for it.
      await Promise.all([readFirst(PAGE), readCount().catch(() => {})])
    },
    readMore() {
      const from = cursor.value
      if (isReadingMore || !from || isLoading.value) return
      isReadingMore = true
      const reading = readings
      call<ListRow[]>(`GET /app/api/rows?${query({ limit: PAGE, cursor: from })}`)
        .then(({ data, beside }) => {
          if (reading !== readings) return
          const known = new Set(stored.value.map(row => row.id))
          stored.value = [...stored.value, ...data.filter(row => !known.has(row.id))]
          cursor.value = beside.next_cursor ?? null
        })
        .catch(tellProblem)
        .finally(() => {
          isReadingMore = false
        })
    },
    async refresh(first, last) {
      if (!asked || isLoading.value) return
      const length = stored.value.length
      await Promise.all([
        length > MOST_AT_ONCE ? readAround(first, last) : readFirst(Math.max(PAGE, length)),
        readCount(),
      ])
    },
    async save(changes, text) {
      unsaved.value = [...unsaved.value, ...changes]
      try {
        await saveRows(kind, changes, text, readByIds)
        // A row that matches no longer stays where it is until the list is read anew: it should not vanish under the hand.
        const fresh = new Map((await readByIds(changes.map(({ row }) => row.id))).map(row => [row.id, row]))
        stored.value = stored.value.map(row => fresh.get(row.id) ?? row)
      } catch (error) {
        tellProblem(error)
      } finally {
        unsaved.value = unsaved.value.filter(each => !changes.includes(each))
      }
    },
  }
}
