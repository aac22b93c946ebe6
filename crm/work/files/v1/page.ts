import type { Answered } from '@portico/kit/api/answer'
import { nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { offsetPage, offsetQuery, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { FileV1 } from './shape.ts'
import { selectFiles } from './store.ts'

/** Lists of files are shorter than others. */
const MOST = 100

export const filesQuery = { ...offsetQuery, sort: optional(Type.String()) }
export const filesReply = nullable(Type.Array(FileV1))
export const filesBeside = pagination

const FILLED = ['id', 'user_id', 'add_time', 'update_time', 'file_name', 'file_size', 'file_type', 'name']
const LINKS = ['deal_id', 'person_id', 'org_id', 'product_id', 'activity_id']
const SORTABLE: Record<string, Fragment> = Object.fromEntries(
  [...FILLED, ...LINKS].map(column => [column, sql`file.${sql(column)}`]),
)

/** One page of files that are not deleted. `where` refers to `crm.file file`. */
export async function filePage(
  crm: Crm,
  where: Fragment,
  query: { start?: number | undefined; limit?: number | undefined; sort?: string | undefined },
): Promise<Answered<FileV1[] | null>> {
  const page = pageOf(query, MOST)
  const order = sortOf(query.sort, SORTABLE, sql`file.id`, FILLED)
  const rows = await selectFiles(crm, sql`not file.is_deleted and ${where}`, order, { ...page, limit: page.limit + 1 })
  return offsetPage<FileV1>(
    rows.map(row => row.wire),
    page,
  )
}
