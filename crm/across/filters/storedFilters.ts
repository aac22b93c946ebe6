import type { Database } from '@portico/kit/database/database'
import { openMemory } from '@portico/kit/database/memory'
import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import type { StoredFilters } from '../../base/lists/filterTypes.ts'
import { filterFor } from './condition.ts'
import { FILTERS_CHANNEL, type FilterRow, findFilter } from './store.ts'

/**
 * Stored filters, for the lists. A filter is remembered for each actor who may use it: until the database says that filters of
 * the company have changed, and no longer than the actor is, so that whoever loses the right to see it loses the filter.
 */
export async function openStoredFilters(database: Database): Promise<StoredFilters<Crm>> {
  const memory = await openMemory<WeakMap<Actor, FilterRow>>(database, FILTERS_CHANNEL)

  async function find(crm: Crm, id: number): Promise<FilterRow> {
    const { sql, actor } = crm
    const read = (on: Sql) => findFilter({ ...crm, sql: on }, id)
    const readers = await memory.recall(
      sql,
      actor.companyId,
      String(id),
      async on => new WeakMap([[actor, await read(on)]]),
    )
    const known = readers.get(actor) ?? (await (sql.isReplica ? database.read(read) : read(sql)))
    readers.set(actor, known)
    return known
  }

  return {
    condition: async (crm, type, filterId, alias) => filterFor(crm, type, await find(crm, filterId), alias),
    forget: memory.forget,
  }
}
