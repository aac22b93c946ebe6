import type { Answered } from '@portico/kit/api/answer'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { type ListRow, writeCursor } from '../../base/lists/cursor.ts'
import { keysetPage } from '../../base/lists/cursorStore.ts'
import type { Row } from './app/shape.ts'
import type { RowKind } from './kinds.ts'
import { orderOfPage, pageOfIds, type Window } from './order.ts'
import type { ShownRow } from './shown.ts'

/** One page of the rows that fulfil `where`: first the ids in their order, then what is shown of each. */
export async function selectRows(
  crm: Crm,
  kind: RowKind,
  where: Fragment,
  { columns, joins }: ShownRow,
  window: Window,
): Promise<Answered<Row[]>> {
  return keysetPage<Row>(crm, pageOfRows(crm, kind, where, { columns, joins }, window), window.limit)
}

/** The same to be looked into, with where the next page begins if there is one. */
export async function readRows(
  crm: Crm,
  kind: RowKind,
  where: Fragment,
  shown: ShownRow,
  window: Window,
): Promise<{ rows: Row[]; next: string | undefined }> {
  const found = await crm.sql<ListRow[]>`${pageOfRows(crm, kind, where, shown, window)}`
  const rows = found.slice(0, window.limit)
  const last = found.length > window.limit ? rows.at(-1) : undefined
  return { rows: rows.map(({ wire }) => JSON.parse(wire) as Row), next: last && writeCursor(last) }
}

function pageOfRows(crm: Crm, kind: RowKind, where: Fragment, { columns, joins }: ShownRow, window: Window): Fragment {
  const record = fragment(kind.alias)
  return fragment`
    select row_to_json(w)::text as wire, page.id, page.key::text as sort_key
    from ${pageOfIds(kind, where, window)} page
    join crm.${fragment(kind.name)} ${record} on ${record}.company_id = ${crm.actor.companyId} and ${record}.id = page.id
    ${joins}
    cross join lateral (select ${columns}) w
    order by ${orderOfPage(window.order)}`
}

/** How many rows there are, counted no further than `most`. */
export async function countRows({ sql }: Crm, kind: RowKind, where: Fragment, most: number): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select from crm.${sql(kind.name)} r where ${where} limit ${most}) found`
  return counted?.count ?? 0
}

/** The versions of these records as they are now; nobody else changes them until this transaction has ended. */
export async function lockRows(
  { sql }: Crm,
  kind: RowKind,
  where: Fragment,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ id: number; version: number }[]>`
    select r.id, r.version from crm.${sql(kind.name)} r where ${where} and r.id = any(${ids}::bigint[])
    order by r.id for update`
  return new Map(rows.map(row => [row.id, row.version]))
}
