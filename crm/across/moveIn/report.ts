import type { Sql } from '@portico/kit/database/sql'
import { MOVED_KINDS } from './kinds.ts'
import { countMoved } from './movedStore.ts'
import { listProblems, type MoveProblem } from './problemStore.ts'
import type { Counts, MoveKey } from './store.ts'

/** What a move has done: both sides counted by kind, and every record that did not come or came without something. */
export interface MoveReport {
  kinds: readonly (Counts & { kind: string; here: number })[]
  problems: readonly MoveProblem[]
}

export async function reportOf(sql: Sql, key: MoveKey, counts: Record<string, Counts>): Promise<MoveReport> {
  const here = await countMoved(sql, key)
  const kinds = MOVED_KINDS.flatMap(({ name }) => {
    const counted = counts[name]
    return counted ? [{ kind: name, ...counted, here: here.get(name) ?? 0 }] : []
  })
  return { kinds, problems: await listProblems(sql, key) }
}
