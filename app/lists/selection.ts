import type { RowsFilter } from '@portico/crm/across/rows/chosen'
import type { RowKindName } from '@portico/crm/across/rows/kinds'
import { computed, signal } from '@preact/signals'

/** Records that are acted on together: those that were marked one by one, or all that a list shows. */
export type Selection =
  | { kind: RowKindName; ids: readonly number[] }
  | { kind: RowKindName; filter: RowsFilter; count: number }

/** What a list shows at the moment, for "select all that match". */
export interface Shown {
  kind: RowKindName
  filter: RowsFilter
  count: number
}

const marked = signal<ReadonlySet<number>>(new Set())
const all = signal<Shown | undefined>(undefined)
const kind = signal<RowKindName>('deal')

/** Undefined while nothing is selected. */
export const selection = computed<Selection | undefined>(
  () => all.value ?? (marked.value.size > 0 ? { kind: kind.value, ids: [...marked.value] } : undefined),
)

export const selectedCount = computed(() => all.value?.count ?? marked.value.size)

export function isSelected(id: number): boolean {
  return all.value !== undefined || marked.value.has(id)
}

/** Marks rows of a list, or takes the mark from them. A list of another kind begins anew. */
export function select(of: RowKindName, ids: readonly number[], isMarked: boolean): void {
  const next = new Set(of === kind.value ? marked.value : [])
  for (const id of ids) {
    if (isMarked) next.add(id)
    else next.delete(id)
  }
  kind.value = of
  all.value = undefined
  marked.value = next
}

/** Everything that the list would show, loaded or not; what comes to match later is not meant. */
export function selectAll(shown: Shown): void {
  all.value = shown
}

/** Records that are gone, or do not match any more. */
export function forget(ids: readonly number[]): void {
  if (!ids.some(id => marked.value.has(id))) return
  const next = new Set(marked.value)
  for (const id of ids) next.delete(id)
  marked.value = next
}

export function clearSelection(): void {
  all.value = undefined
  marked.value = new Set()
}
