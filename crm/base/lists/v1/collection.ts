import { Id, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { readTimeV1 } from '../../records/time.ts'
import { cursorQuery } from '../cursor.ts'

/** Query of the v1 collections of contacts: whole tables for those who copy them elsewhere, deleted records too. */
export const collectionQuery = {
  ...cursorQuery,
  since: optional(Type.String({ description: 'Updated at or after, such as 2026-03-01 08:00:00' })),
  until: optional(Type.String({ description: 'Updated before' })),
  owner_id: optional(Id),
  first_char: optional(Type.String({ minLength: 1, maxLength: 1 })),
}

interface CollectionFilter {
  since?: string | undefined
  until?: string | undefined
  owner_id?: number | undefined
  first_char?: string | undefined
}

export function collectionFilter(query: CollectionFilter, alias: string): Fragment {
  const record = sql(alias)
  const since = readTimeV1(query.since, 'since')
  const until = readTimeV1(query.until, 'until')
  return sql`true
    ${since ? sql`and ${record}.update_time >= ${since}` : sql``}
    ${until ? sql`and ${record}.update_time < ${until}` : sql``}
    ${query.owner_id ? sql`and ${record}.owner_id = ${query.owner_id}` : sql``}
    ${query.first_char ? sql`and lower(left(${record}.name, 1)) = lower(${query.first_char})` : sql``}`
}
