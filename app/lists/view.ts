import type { RowsFilter } from '@portico/crm/across/rows/chosen'
import type { UserViews } from '@portico/crm/company/userViews/app/shape'
import { type Chips, conditionsOf, parseChips } from './chips.ts'
import type { ListKind } from './kinds.ts'

/** What a list shows, as its address says it. */
export interface ListView {
  /** A column; a minus before it sorts downwards. */
  sort: string
  /** Undefined where the address does not say: as the person had them last. */
  columns: readonly string[] | undefined
  ownerId: number | undefined
  pipelineId: number | undefined
  filterId: number | undefined
  chips: Chips
}

export function viewOf(kind: ListKind, query: URLSearchParams): ListView {
  const number = (name: string) => Number(query.get(name)) || undefined
  return {
    sort: query.get('sort') ?? kind.title,
    columns: query.get('columns')?.split(',').filter(Boolean),
    ownerId: number('owner'),
    pipelineId: kind.name === 'deal' ? number('pipeline') : undefined,
    filterId: number('filter'),
    chips: parseChips(query.get('where')),
  }
}

/** Which rows, as the server and the selection name them. */
export function filterOf({ ownerId, pipelineId, filterId, chips }: ListView): RowsFilter {
  const conditions = conditionsOf(chips)
  return {
    ...(ownerId && { owner_id: ownerId }),
    ...(pipelineId && { pipeline_id: pipelineId }),
    ...(filterId && { filter_id: filterId }),
    ...(conditions && { conditions }),
  }
}

/** The same as a query. */
export function filterQuery(kind: ListKind, view: ListView): URLSearchParams {
  const { conditions, ...plain } = filterOf(view)
  const query = new URLSearchParams({ kind: kind.name })
  for (const [name, value] of Object.entries(plain)) query.set(name, String(value))
  if (conditions) query.set('conditions', JSON.stringify(conditions))
  return query
}

/** `name` → `-name` → `name`; another column begins upwards. */
export function nextSort(sort: string, code: string): string {
  return sort === code ? `-${code}` : code
}

/** How a person likes the list of a kind. */
export type Layout = NonNullable<UserViews['deal_list']>

export function keptLayout(kind: ListKind, views: UserViews): Layout {
  return views[`${kind.name}_list`] ?? { columns: [...kind.columns], widths: {} }
}

export const NARROWEST = 72
export const WIDEST = 640

export function widthOf({ widths }: Layout, code: string, type: string): number {
  return widths[code] ?? WIDTHS[type] ?? 160
}

const WIDTHS: Readonly<Record<string, number>> = {
  varchar: 190,
  int: 104,
  double: 104,
  monetary: 120,
  date: 136,
  boolean: 96,
  user: 140,
  status: 104,
  time: 104,
  text: 220,
  address: 220,
}
