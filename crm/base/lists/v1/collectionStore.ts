import type { Answered } from '@portico/kit/api/answer'
import type { Fragment } from '@portico/kit/database/sql'
import { maySee, type VisibleEntity } from '../../access/visibility.ts'
import type { Crm } from '../../api/context.ts'
import { fieldsOf } from '../../fields/check.ts'
import { textV1 } from '../../records/v1/wire.ts'
import { cursorPage, keyset, type ListRow } from '../cursor.ts'
import { rowLimit } from '../limit.ts'

interface Collected {
  entity: VisibleEntity | 'project'
  /** What `columns` and `where` call the table. */
  alias: string
  columns: Fragment
  where: Fragment
}

/** One page of a collection in the order of ids, deleted records among it, with the custom fields flat beside the others. */
export async function collectionPage<T>(
  crm: Crm,
  { entity, alias, columns, where }: Collected,
  { limit = 100, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Answered<T[]>> {
  const { sql, actor } = crm
  const record = sql(alias)
  const { after, orderBy } = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, alias)
  const rows = await sql<(ListRow & { custom: string })[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, ${record}.custom::text as custom, ${record}.id, null as sort_key
    from crm.${sql(entity)} ${record}
    where ${record}.company_id = ${actor.companyId} and ${where} and ${maySee(actor, entity, alias)} and ${after}
    order by ${orderBy} limit ${rowLimit(limit + 1)}`
  const fields = await fieldsOf(crm, entity)
  return cursorPage<T>(
    rows.map(row => ({ ...row, wire: textV1(fields, row) })),
    limit,
  )
}
