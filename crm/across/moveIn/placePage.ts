import type { Sql } from '@portico/kit/database/sql'
import { type Author, commandLine } from '../../base/changes/author.ts'
import { deleteRecord } from '../../base/changes/write.ts'
import { refusalOf } from '../longChanges/eachAlone.ts'
import { checkAtOnce, listIds, takenIds } from './companyStore.ts'
import type { MovedKind } from './kind.ts'
import { removeFirstOptions } from './kinds/fieldStore.ts'
import { forgetMoved, markSeen, storeMoved } from './movedStore.ts'
import type { Page } from './page.ts'
import { placeRecord } from './placeRecord.ts'
import { type MoveProblem, storeProblems } from './problemStore.ts'
import { idOf, isId } from './recordIds.ts'
import type { Counts } from './store.ts'

/**
 * Writes the records of a page and gives back what became of them. Together first, which takes a third of the
 * statements; when one of them is refused, all are undone and written once more, each so that it alone is undone.
 */
export async function placePage(sql: Sql, page: Page): Promise<Omit<Counts, 'removed'>> {
  const { key, run, kind, ids } = page
  ids.begin()
  await checkAtOnce(sql)
  const author: Author = { ...commandLine(sql, key.companyId), bulk: true }
  if (page.clears) await removeWhatNewCompaniesHave(author, kind)
  const { counts, problems, written } = await placeTogether(page, author)
  const seen = page.records.map(record => idOf(kind, record))
  await storeMoved(sql, key, run, ids.written())
  await forgetMoved(sql, key, ids.removed())
  await markSeen(sql, key, run, kind.name, seen)
  await storeProblems(sql, key, kind.name, written, problems)
  return { ...counts, listed: seen.length }
}

interface PlacedPage {
  counts: { added: number; changed: number; refused: number }
  problems: MoveProblem[]
  /** What the problems are about; what was said about other records still holds. */
  written: string[]
}

async function placeTogether(page: Page, author: Author): Promise<PlacedPage> {
  const undo = page.ids.checkpoint()
  try {
    return await author.sql.savepoint(sql => placeEach(page, { ...author, sql }, 'together'))
  } catch (error) {
    undo()
    reasonOf(error)
    return placeEach(page, author, 'alone')
  }
}

async function placeEach(page: Page, author: Author, how: 'together' | 'alone'): Promise<PlacedPage> {
  const { kind, records, ids, key, keepsIds } = page
  const placed: PlacedPage = { counts: { added: 0, changed: 0, refused: 0 }, problems: [], written: [] }
  const wanted = records.map(record => idOf(kind, record)).filter(isId)
  const table = kind.row?.table
  const taken = table && keepsIds ? { table, ids: await takenIds(author.sql, key.companyId, table, wanted) } : undefined
  for (const record of records) {
    const source_id = idOf(kind, record)
    const undo = ids.checkpoint()
    try {
      const place = (sql: Sql) => placeRecord(page, { ...author, sql }, record, taken)
      const { became, without } = await (how === 'together' ? place(author.sql) : author.sql.savepoint(place))
      if (became === 'same') continue
      placed.written.push(source_id)
      if (became !== 'nothing') placed.counts[became]++
      if (without.length === 0) continue
      const reason = `came without ${without.join('; without ')}`
      placed.problems.push({ kind: kind.name, source_id, is_missing: false, reason })
    } catch (error) {
      if (how === 'together') throw error
      undo()
      const reason = reasonOf(error)
      placed.written.push(source_id)
      placed.counts.refused++
      placed.problems.push({ kind: kind.name, source_id, is_missing: !ids.find(kind.name, source_id), reason })
    }
  }
  return placed
}

/** Why a record was refused; faults of this server end the page. */
function reasonOf(error: unknown): string {
  const refusal = refusalOf(error)
  if (refusal) return refusal.refused
  const { code, constraint_name, column_name } = (error ?? {}) as Record<string, unknown>
  // Class 23: what the row holds breaks a rule of its table.
  if (typeof code === 'string' && code.startsWith('23'))
    return `It does not fit here: ${String(constraint_name ?? column_name ?? code)}`
  throw error
}

async function removeWhatNewCompaniesHave(author: Author, { name, replaces = [] }: MovedKind): Promise<void> {
  if (name === FIRST_FIELDS) await removeFirstOptions(author)
  for (const table of replaces)
    for (const id of await listIds(author.sql, author.actor.companyId, table)) await deleteRecord(author, table, id)
}

const FIRST_FIELDS = 'organization field'
