import { createHash } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { type Author, commandLine } from '../../base/changes/author.ts'
import { deleteRecord, insertRecord, type RecordTable, updateRecord, type Values } from '../../base/changes/write.ts'
import type { FieldCatalog } from '../../base/fields/catalog.ts'
import { refusalOf } from '../longChanges/eachAlone.ts'
import type { Ids } from './ids.ts'
import type { Id, Look, MovedKind, Placing } from './kind.ts'
import { removeFirstOptions } from './kinds/fieldStore.ts'
import { lookFor } from './look.ts'
import { type MoveProblem, storeProblems } from './problemStore.ts'
import type { Given, Source } from './source.ts'
import {
  type Counts,
  checkAtOnce,
  findSame,
  forgetMoved,
  isTaken,
  leadSequenceBehind,
  listIds,
  type Moved,
  type MoveKey,
  markSeen,
  storeMoved,
  takenIds,
  versionOf,
} from './store.ts'

export interface Page {
  key: MoveKey
  run: number
  kind: MovedKind
  records: readonly Given[]
  /** Ids of the source are kept. */
  keepsIds: boolean
  /** The first page of its kind in a company that was empty: what it came with gives way. */
  clears: boolean
  ids: Ids
  fields: FieldCatalog
  source: Source
  fallbackUser: number
  comesLater(kind: string): boolean
}

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
  const taken = table && keepsIds ? await takenIds(author.sql, key.companyId, table, wanted) : undefined
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

export function idOf({ idOf: ofKind }: Pick<MovedKind, 'idOf'>, record: Given): string {
  return ofKind ? ofKind(record) : String(record.id)
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

interface Placed {
  /** `same`: the source says the same as before. `nothing`: it is not for here. */
  became: 'added' | 'changed' | 'same' | 'nothing'
  without: readonly string[]
}

/** `taken`: ids that rows of its table have already, among those of the page. */
async function placeRecord(
  page: Page,
  author: Author,
  record: Given,
  taken: ReadonlySet<string> | undefined,
): Promise<Placed> {
  const { kind, ids, key, fields, fallbackUser, keepsIds, comesLater } = page
  const sourceId = idOf(kind, record)
  const known = ids.find(kind.name, sourceId)
  const fingerprint = fingerprintOf(record)
  if (known?.fingerprint === fingerprint) return { became: 'same', without: [] }
  const look = lookFor({ sql: author.sql, companyId: key.companyId, ids, fields, fallbackUser, keepsIds, comesLater })
  const move = placing(page, author, { isNew: !known, taken })
  const written = kind.place
    ? await kind.place(move, record, look, known && plainId(known.record_id))
    : await writeRow(page, author, move, record, look, known)
  if (written === null) return { became: 'nothing', without: look.lacks.without }
  const id = typeof written === 'object' ? written.id : written
  await kind.after?.(move, id, record, look)
  ids.add({
    kind: kind.name,
    source_id: sourceId,
    record_id: String(id),
    parent: null,
    // Written once more when what it names has come.
    fingerprint: look.lacks.isPending ? '' : fingerprint,
    version: typeof written === 'object' ? written.version : null,
  })
  return { became: known ? 'changed' : 'added', without: look.lacks.without }
}

interface Row {
  id: Id
  version: number
  [column: string]: unknown
}

async function writeRow(
  page: Page,
  author: Author,
  move: Placing,
  record: Given,
  look: Look,
  known: Moved | undefined,
) {
  const { kind, key } = page
  if (!kind.row) throw new Error(`${kind.name} says neither where its rows are nor how it is placed`)
  const { table, values, same } = kind.row
  const row = definedOnly(await values(record, look, move))
  if (!known) {
    const there = same && (await findSame(author.sql, key.companyId, table, same, String(row[same])))
    if (there) return there
    const id = await move.keepId(table, idOf(kind, record))
    return insertRecord<Row>(author, table, { ...row, ...(id !== undefined && { id }) })
  }
  const version = await versionOf(author.sql, key.companyId, table, plainId(known.record_id))
  if (version === undefined) throw failure('gone', 'It was deleted for good here')
  if (version !== known.version)
    throw failure('conflict', 'It was changed at the source and here: it stays as it is here')
  return change(author, table, known.record_id, row)
}

async function change(author: Author, table: RecordTable, id: string, values: Values): Promise<Row> {
  const changed = await updateRecord<Row>(author, table, plainId(id), values)
  if (!changed) throw failure('gone', 'It was deleted for good here')
  return changed
}

interface About {
  isNew: boolean
  taken: ReadonlySet<string> | undefined
}

function placing(page: Page, author: Author, { isNew, taken }: About): Placing {
  const { kind, key, ids, keepsIds, fallbackUser, source } = page
  const move: Placing = {
    author,
    isNew,
    fallbackUser,
    source,
    async keepId(table, sourceId) {
      if (!keepsIds || !isId(sourceId)) return undefined
      const isHere =
        taken && table === kind.row?.table
          ? taken.has(sourceId)
          : await isTaken(author.sql, key.companyId, table, plainId(sourceId))
      if (isHere) return undefined
      if (/^\d+$/.test(sourceId)) await beAhead(author.sql, table, Number(sourceId))
      return plainId(sourceId)
    },
    remember: (kind, source_id, id) =>
      ids.add({ kind, source_id, record_id: String(id), parent: null, fingerprint: 'part', version: null }),
    async parts(part, parent, rows, look) {
      const left = new Set(ids.below(part.name, parent).map(({ source_id }) => source_id))
      for (const given of rows) {
        const sourceId = idOf(part, given)
        left.delete(sourceId)
        const known = ids.find(part.name, sourceId)
        const fingerprint = fingerprintOf(given)
        if (known?.fingerprint === fingerprint) continue
        const values = definedOnly(await part.values(given, look))
        const id = known ? undefined : await move.keepId(part.table, sourceId)
        const stored = known
          ? await change(author, part.table, known.record_id, values)
          : await insertRecord<Row>(author, part.table, { ...values, ...(id !== undefined && { id }) })
        const { version } = stored
        ids.add({ kind: part.name, source_id: sourceId, record_id: String(stored.id), parent, fingerprint, version })
      }
      for (const sourceId of left) {
        const gone = ids.find(part.name, sourceId)
        if (gone) await deleteRecord(author, part.table, plainId(gone.record_id))
        ids.remove(part.name, sourceId)
      }
    },
  }
  return move
}

/** How far the sequences of tables are known to be. */
const ahead = new Map<string, number>()

async function beAhead(sql: Sql, table: string, id: number): Promise<void> {
  if ((ahead.get(table) ?? 0) >= id) return
  ahead.set(table, await leadSequenceBehind(sql, table, id))
}

async function removeWhatNewCompaniesHave(author: Author, { name, replaces = [] }: MovedKind): Promise<void> {
  if (name === FIRST_FIELDS) await removeFirstOptions(author)
  for (const table of replaces)
    for (const id of await listIds(author.sql, author.actor.companyId, table)) await deleteRecord(author, table, id)
}

const FIRST_FIELDS = 'organization field'

function definedOnly(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** A digest of what the source said. What was fetched beside it counts; where its bytes are kept here does not. */
function fingerprintOf({ stored: _, ...record }: Given): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url')
}

export function plainId(id: string): Id {
  return /^\d{1,15}$/.test(id) ? Number(id) : id
}

function isId(text: string): boolean {
  return (
    /^[1-9]\d{0,14}$/.test(text) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ||
    /^[0-9a-f]{32}$/i.test(text)
  )
}
