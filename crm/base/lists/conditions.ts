import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'

/**
 * The columns that have a value must be equal to it; those without one are not asked about.
 *
 * @example equal('d', { owner_id: query.owner_id, org_id: query.org_id }) // (true and d.owner_id = 5)
 */
export function equal(alias: string, values: Record<string, number | string | undefined>): Fragment {
  const record = sql(alias)
  const given = Object.entries(values).flatMap(([column, value]) =>
    value ? [sql`${record}.${sql(column)} = ${value}`] : [],
  )
  return joined([sql`true`, ...given], ' and ')
}

export interface Narrowing {
  ids?: readonly number[] | undefined
  updated_since?: Date | undefined
  updated_until?: Date | undefined
}

/** What lists take beside every other condition, a stored filter included. */
export function narrowed(alias: string, { ids, updated_since, updated_until }: Narrowing): Fragment {
  const record = sql(alias)
  return sql`true ${ids ? sql`and ${record}.id = any(${ids}::bigint[])` : sql``}
    ${updated_since ? sql`and ${record}.update_time >= ${updated_since}` : sql``}
    ${updated_until ? sql`and ${record}.update_time < ${updated_until}` : sql``}`
}
