import { type Fragment, plainText, fragment as sql } from '@portico/kit/database/sql'
import { cursorRefused, KEYS } from '../../base/lists/cursor.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import type { RowKind } from './kinds.ts'
import type { KeyType, SortKey } from './sortKey.ts'

export interface RowOrder {
  key: SortKey
  isDescending: boolean
}

/** Where a page begins: after a row with this key, or with none. */
interface Place {
  id: number
  key: string | null
}

export interface Window {
  order: RowOrder
  cursor: string | undefined
  limit: number
}

/**
 * A page of the rows that fulfil `where`, as `id`, `key` and `part`, one row more than the limit. First those that have
 * a key, then those without: two parts that each follow an index, of which the second is read when the first has ended.
 */
export function pageOfIds(kind: RowKind, where: Fragment, { order, cursor, limit }: Window): Fragment {
  const { key, isDescending } = order
  const place = cursor ? readPlace(cursor, key) : undefined
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond = isDescending ? sql`<` : sql`>`
  const most = sql`limit ${rowLimit(limit + 1)}`
  // Without the offset PostgreSQL would compute the key anew wherever it is named; with it no index is of use.
  const source = key.isComputed
    ? sql`(select r.id, ${key.value} as key from crm.${sql(kind.name)} r ${key.join} where ${where} offset 0) r where true`
    : sql`crm.${sql(kind.name)} r ${key.join} where ${where}`
  const value = key.isComputed ? sql`r.key` : key.value
  const afterKey =
    place && place.key !== null
      ? sql`and (${value}, r.id) ${beyond} (${place.key}::text::${plainText(key.type)}, ${place.id}::bigint)`
      : sql``
  const withKey = sql`(select r.id, ${value} as key, 0 as part from ${source}
    ${key.isAlwaysThere ? sql`` : sql`and ${value} is not null`} ${afterKey}
    order by ${value} ${direction}, r.id ${direction} ${most})`
  if (key.isAlwaysThere) return withKey
  const isAmongThose = place !== undefined && place.key === null
  const without = sql`(select r.id, ${value} as key, 1 as part from ${source} and ${value} is null
    ${isAmongThose ? sql`and r.id ${beyond} ${place.id}::bigint` : sql``} order by r.id ${direction} ${most})`
  return isAmongThose ? without : sql`(${withKey} union all ${without} ${most})`
}

/** The order of such a page, under the alias `page`. */
export function orderOfPage({ isDescending }: RowOrder): Fragment {
  return isDescending ? sql`page.part, page.key desc, page.id desc` : sql`page.part, page.key, page.id`
}

function readPlace(cursor: string, { type, isAlwaysThere }: SortKey): Place {
  try {
    const [id, key = null] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const fits = key === null ? !isAlwaysThere : typeof key === 'string' && IS_KEY[type](key)
    if (Number.isSafeInteger(id) && fits) return { id, key }
  } catch {
    // falls through to the one refusal below
  }
  throw cursorRefused()
}

/** What PostgreSQL writes for a key, so that nothing else reaches a cast. */
const IS_KEY: Record<KeyType, (key: string) => boolean> = {
  ...KEYS,
  numeric: key => /^-?\d{1,40}(\.\d{1,40})?$/.test(key),
  time: key => /^([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/.test(key),
  boolean: key => key === 'true' || key === 'false',
}
