import type { Crm } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { LongChange, Problem } from '../longChanges/store.ts'
import { rowBatches } from './importFile.ts'
import { askedOf, readerFor } from './importWork.ts'
import { keysOf, matchRows, type PlacedRow } from './match.ts'
import type { Existing } from './placeRows.ts'
import type { ColumnChoice } from './readRows.ts'
import { IMPORT_KINDS, type ImportKind } from './targets.ts'

const BATCH = 500

/** Of a record that will be added: no record has such an id. */
const NEW = -1

export interface Preview {
  rows: number
  kinds: { kind: ImportKind; added: number; existing: number }[]
  problems: Problem[]
  problem_count: number
  /** By the place of a column. */
  problem_columns: { column: number; count: number }[]
}

/** What an import would do, without doing it: every cell is read, and every record looked for. */
export async function previewImport(
  crm: Crm,
  row: LongChange,
  { columns, existing }: { columns: readonly ColumnChoice[]; existing: Existing },
): Promise<Preview> {
  const reader = await readerFor(crm, columns)
  const counts = new Map(reader.kinds.map(kind => [kind, { added: 0, existing: 0, seen: new Set<string>() }]))
  const problems: Problem[] = []
  const byColumn = new Map<number, number>()
  let problem_count = 0
  const options = { skip: 0, size: BATCH }
  for await (const { rows } of rowBatches(crm.services.files, row.file_key ?? '', askedOf(row).format, options)) {
    const placed: PlacedRow[] = rows.map(({ nr, cells }) => ({ ...reader.read(nr, cells), ids: {} }))
    for (const problem of placed.flatMap(each => each.problems)) {
      problem_count++
      if (problems.length < LIMITS.keptProblems) problems.push(problem)
      if (problem.column !== undefined) byColumn.set(problem.column, (byColumn.get(problem.column) ?? 0) + 1)
    }
    for (const kind of IMPORT_KINDS) {
      const count = counts.get(kind)
      if (!count) continue
      const isMatched = existing !== 'add' || (kind === 'organization' && reader.kinds.length > 1)
      const found = isMatched ? await matchRows(crm, kind, placed) : new Map<number, number>()
      for (const each of placed) {
        if (!each.bodies[kind]) continue
        const keys = isMatched ? keysOf(kind, each) : []
        if (found.has(each.nr) || keys.some(key => count.seen.has(key))) count.existing++
        else count.added++
        for (const key of keys) count.seen.add(key)
        each.ids[kind] = found.get(each.nr) ?? NEW
      }
    }
  }
  return {
    rows: row.total,
    kinds: [...counts].map(([kind, { added, existing }]) => ({ kind, added, existing })),
    problems,
    problem_count,
    problem_columns: [...byColumn].map(([column, count]) => ({ column, count })),
  }
}
