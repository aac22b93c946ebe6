import type { Sql } from '@portico/kit/database/sql'
import { isTaken, leadSequenceBehind } from './companyStore.ts'
import type { Id } from './kind.ts'
import { isId, plainId } from './recordIds.ts'

/** Which ids of a table are known to be taken, among those of a page. */
export interface TakenIds {
  table: string
  ids: ReadonlySet<string>
}

/** The id that a row gets which was another one at the source: the same, unless another row has it. */
export async function keepId(
  sql: Sql,
  companyId: number,
  { table, sourceId, taken }: { table: string; sourceId: string; taken: TakenIds | undefined },
): Promise<Id | undefined> {
  if (!isId(sourceId)) return undefined
  const isHere =
    taken?.table === table ? taken.ids.has(sourceId) : await isTaken(sql, companyId, table, plainId(sourceId))
  if (isHere) return undefined
  if (/^\d+$/.test(sourceId)) await beAhead(sql, table, Number(sourceId))
  return plainId(sourceId)
}

/** How far the sequences of tables are known to be. */
const ahead = new Map<string, number>()

async function beAhead(sql: Sql, table: string, id: number): Promise<void> {
  if ((ahead.get(table) ?? 0) >= id) return
  ahead.set(table, await leadSequenceBehind(sql, table, id))
}
