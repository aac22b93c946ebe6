import { failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import type { Database } from '@portico/kit/database/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import { commandLine } from '../../base/changes/author.ts'
import { deleteRecord, updateRecord } from '../../base/changes/write.ts'
import type { FieldCatalog } from '../../base/fields/catalog.ts'
import { idIn } from './given.ts'
import { type Ids, openIds } from './ids.ts'
import type { Fetching, MovedKind } from './kind.ts'
import { MOVED_KINDS } from './kinds.ts'
import { idOf, placePage, plainId } from './placePage.ts'
import { kindsMissing, storeProblems } from './problemStore.ts'
import { type MoveReport, reportOf } from './report.ts'
import type { Given, List, Source } from './source.ts'
import {
  beginMove,
  type Counts,
  endMove,
  findOwner,
  isEmptyCompany,
  loadMoved,
  type Moved,
  type MoveKey,
  type MoveRow,
  type Position,
  storeMoved,
  storePosition,
  unseen,
  versionOf,
} from './store.ts'

export interface MoveServices {
  database: Database
  files: FileStore
  fields: FieldCatalog
}

export interface MoveHooks {
  /** Once the source has said which account it is. */
  onBegun?(key: MoveKey): Promise<void>
  /** After each page, with what it was of and how many records there were; a failure ends the move there. */
  onPage?(kind: string, records: number, hasMore: boolean): void | Promise<void>
  /** Called at every step, for tests that end a move there. */
  step?(at: 'fetched' | 'written' | 'committed' | 'removing'): void
}

/**
 * Copies an account over its API into a company. How far it is is written with what is written, so a move that was
 * interrupted goes on there; one that was finished brings what has changed since.
 */
export async function moveIn(
  services: MoveServices,
  source: Source,
  companyId: number,
  hooks: MoveHooks = {},
): Promise<MoveReport> {
  const { database } = services
  const sourceCompany = await companyOf(source)
  const key = { companyId, source: `${source.origin} ${sourceCompany}` }
  const row = await database.write(async sql => beginMove(sql, key, await isEmptyCompany(sql, companyId)))
  await hooks.onBegun?.(key)
  const ids = await idsOf(database, key)
  const fallbackUser = await database.read(sql => findOwner(sql, companyId))
  const move: Move = { services, source, sourceCompany, key, row, ids, fallbackUser, hooks }
  for (const again of [false, true]) {
    if (again === false && 'again' in row.position && row.position.again) continue
    const missing = await database.read(sql => kindsMissing(sql, key))
    for (const kind of kindsFrom(move, again, missing)) await walk(move, kind, again)
  }
  await database.write(sql => endMove(sql, key))
  return database.read(sql => reportOf(sql, key, row.counts))
}

interface Move {
  services: MoveServices
  source: Source
  sourceCompany: number
  key: MoveKey
  row: MoveRow
  ids: Ids
  fallbackUser: number
  hooks: MoveHooks
}

async function companyOf(source: Source): Promise<number> {
  const answer = await source.get('/v1/users/me')
  const id = isRecord(answer) && isRecord(answer.data) ? Number(idIn(answer.data.company_id)) : Number.NaN
  if (!Number.isFinite(id)) throw failure('invalid', `${source.origin} does not say whose token this is`)
  return id
}

/** Piece by piece, so that others have their turn meanwhile. */
async function idsOf(database: Database, key: MoveKey): Promise<Ids> {
  const ids = openIds()
  let after: Pick<Moved, 'kind' | 'source_id'> | undefined = { kind: '', source_id: '' }
  while (after) {
    const from = after
    const some: Moved[] = await database.read(sql => loadMoved(sql, key, from, IDS_AT_ONCE))
    ids.load(some)
    after = some.length < IDS_AT_ONCE ? undefined : some.at(-1)
  }
  return ids
}

const IDS_AT_ONCE = 5_000

/** What is left to do; the second time only kinds with records that did not come, or named something which came later. */
function kindsFrom(
  { row: { position }, ids }: Move,
  again: boolean,
  missing: ReadonlySet<string>,
): readonly MovedKind[] {
  const from = MOVED_KINDS.findIndex(kind => kind.name === position.kind)
  const left = Boolean(position.again) === again ? MOVED_KINDS.slice(Math.max(0, from)) : MOVED_KINDS
  if (!again) return left
  return left.filter(({ name }) => missing.has(name) || ids.of(name).some(id => ids.find(name, id)?.fingerprint === ''))
}

async function walk(move: Move, kind: MovedKind, again: boolean): Promise<void> {
  const { source, row, ids, sourceCompany } = move
  const lists =
    typeof kind.lists === 'function' ? kind.lists({ source, companyId: sourceCompany, sourceIds: ids.of }) : kind.lists
  const resumed = row.position.kind === kind.name && Boolean(row.position.again) === again
  const first = resumed ? Number(row.position.list) : 0
  let from = resumed ? row.position.from : undefined
  for (const [at, list] of lists.entries()) {
    if (at < first) continue
    do {
      const page = await pageOf(move, list, from)
      const isFirst = !again && at === 0 && from === undefined
      const next = page.next === undefined ? { list: at + 1 } : { list: at, from: page.next }
      await takePage(move, kind, page.records, { again, isFirst, next: { kind: kind.name, ...next, again } })
      await move.hooks.onPage?.(kind.name, page.records.length, page.next !== undefined)
      from = page.next
    } while (from !== undefined)
  }
  if (!again) await removeUnseen(move, kind)
}

/** A cursor may have run out since the move was interrupted: the list is then begun anew, which changes nothing. */
async function pageOf({ source }: Move, list: List, from: string | undefined) {
  try {
    return await source.page(list, from)
  } catch (error) {
    const status = isRecord(error) && isRecord(error.details) ? error.details.status : undefined
    if (from === undefined || status !== '400') throw error
    return source.page(list)
  }
}

interface Taking {
  again: boolean
  isFirst: boolean
  next: Position
}

async function takePage(move: Move, kind: MovedKind, records: readonly Given[], { again, isFirst, next }: Taking) {
  const { services, source, key, row, ids, fallbackUser, hooks } = move
  const { database, fields } = services
  await fetchParts(move, kind, records)
  hooks.step?.('fetched')
  const place = MOVED_KINDS.indexOf(kind)
  const comesLater = (name: string) => !again && MOVED_KINDS.findIndex(other => other.name === name) >= place
  const counts = { ...row.counts }
  await database.write(async sql => {
    const placed = await placePage(sql, {
      ...{ key, run: row.run, kind, records, ids, fields, source, fallbackUser, comesLater },
      keepsIds: row.wasEmpty,
      clears: isFirst && row.wasEmpty && row.run === 1,
    })
    const before = row.counts[kind.name] ?? NOTHING
    // Records that are written once more were counted before.
    counts[kind.name] = again
      ? { ...before, added: before.added + placed.added, refused: before.refused - placed.added }
      : { ...sum(before, placed), removed: before.removed }
    await storePosition(sql, key, next, counts)
    hooks.step?.('written')
  })
  ids.commit()
  row.counts = counts
  if (kind.name.endsWith(' field')) fields.forget(key.companyId)
  hooks.step?.('committed')
}

const NOTHING: Counts = { listed: 0, added: 0, changed: 0, removed: 0, refused: 0 }

function sum(one: Counts, other: Omit<Counts, 'removed'>) {
  return {
    listed: one.listed + other.listed,
    added: one.added + other.added,
    changed: one.changed + other.changed,
    refused: one.refused + other.refused,
  }
}

/** How many lists of single records are asked for at once. */
const AT_ONCE = 4

async function fetchParts(move: Move, kind: MovedKind, records: readonly Given[]): Promise<void> {
  const { source, services, key, ids } = move
  const work: (() => Promise<void>)[] = []
  for (const part of kind.parts ?? []) {
    const having = records.filter(record => part.when?.(record) ?? true)
    for (const record of having) record[part.name] = []
    const { most = 1, by } = part.together ?? {}
    for (let at = 0; at < having.length; at += most) {
      const some = having.slice(at, at + most)
      const list = part.list(some.map(record => idOf(kind, record)))
      work.push(async () => {
        const rows = await source.all(list)
        if (by === undefined) {
          const [only] = some
          if (only) only[part.name] = list.paging === 'one' ? rows[0] : rows
        } else for (const record of some) record[part.name] = rows.filter(row => idIn(row[by]) === idOf(kind, record))
      })
    }
  }
  const { database, files } = services
  const fetching: Fetching = {
    ...{ source, database, files, companyId: key.companyId },
    isKnown: (name, id) => ids.find(name, id) !== undefined,
  }
  if (kind.fetch) for (const record of records) work.push(() => kind.fetch?.(fetching, record) ?? Promise.resolve())
  for (let at = 0; at < work.length; at += AT_ONCE) await Promise.all(work.slice(at, at + AT_ONCE).map(each => each()))
}

/** A source that hides most of what it had has not lost it: nothing is removed here then. */
const MOST_GONE = 0.5
const FEW = 20

async function removeUnseen(move: Move, kind: MovedKind): Promise<void> {
  const { services, key, row, ids, hooks } = move
  const { row: declared, whenGone } = kind
  if (row.run === 1 || !declared || !whenGone) return
  hooks.step?.('removing')
  await services.database.write(async sql => {
    ids.begin()
    const gone = await unseen(sql, key, row.run, kind.name)
    if (gone.length === 0) return
    const author = { ...commandLine(sql, key.companyId), bulk: true as const }
    const problems = []
    const counts = { ...(row.counts[kind.name] ?? NOTHING) }
    const isTooMuch = gone.length > FEW && gone.length > ids.of(kind.name).length * MOST_GONE
    for (const moved of gone) {
      const id = plainId(moved.record_id)
      const version = await versionOf(sql, key.companyId, declared.table, id)
      const reason = isTooMuch
        ? 'is not listed by the source any more, like most of its kind: it stays here'
        : version !== moved.version && version !== undefined
          ? 'was deleted at the source and changed here: it stays here'
          : undefined
      if (reason) problems.push({ kind: kind.name, source_id: moved.source_id, is_missing: false, reason })
      if (reason || version === undefined) continue
      const left =
        whenGone === 'deleted'
          ? await deleteRecord(author, declared.table, id)
          : await updateRecord(author, declared.table, id, whenGone(author.now), { action: 'deleted' })
      counts.removed++
      ids.add({ ...moved, fingerprint: null, version: left && whenGone !== 'deleted' ? Number(left.version) : null })
    }
    await storeMoved(sql, key, row.run, ids.written())
    await storeProblems(
      sql,
      key,
      kind.name,
      gone.map(({ source_id }) => source_id),
      problems,
    )
    row.counts = { ...row.counts, [kind.name]: counts }
    await storePosition(sql, key, { kind: kind.name, list: Number.MAX_SAFE_INTEGER }, row.counts)
  })
  ids.commit()
}
