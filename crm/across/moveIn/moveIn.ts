import { failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import { findOwner, isEmptyCompany } from './companyStore.ts'
import { fetchParts } from './fetchParts.ts'
import { idIn } from './given.ts'
import { openIds } from './ids.ts'
import type { MovedKind } from './kind.ts'
import { MOVED_KINDS } from './kinds.ts'
import { type Move, type MoveHooks, type MoveServices, NOTHING } from './move.ts'
import { kindsPending, sourceIdsOf } from './movedStore.ts'
import { placePage } from './placePage.ts'
import { kindsMissing } from './problemStore.ts'
import { idOf } from './recordIds.ts'
import { removeUnseen } from './removeUnseen.ts'
import { type MoveReport, reportOf } from './report.ts'
import type { Given, List, Source } from './source.ts'
import { beginMove, type Counts, endMove, type Position, storePosition } from './store.ts'

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
  const ids = openIds(key, (name, record) => idOf(kindOf(name), record))
  const fallbackUser = await database.read(sql => findOwner(sql, companyId))
  const move: Move = { services, source, sourceCompany, key, row, ids, fallbackUser, hooks }
  for (const again of [false, true]) {
    if (again === false && 'again' in row.position && row.position.again) continue
    for (const kind of await kindsFrom(move, again)) await walk(move, kind, again)
  }
  await database.write(sql => endMove(sql, key))
  return database.read(sql => reportOf(sql, key, row.counts))
}

async function companyOf(source: Source): Promise<number> {
  const answer = await source.get('/v1/users/me')
  const id = isRecord(answer) && isRecord(answer.data) ? Number(idIn(answer.data.company_id)) : Number.NaN
  if (!Number.isFinite(id)) throw failure('invalid', `${source.origin} does not say whose token this is`)
  return id
}

/** What is left to do; the second time only kinds with records that did not come, or named something which came later. */
async function kindsFrom({ services, key, row: { position } }: Move, again: boolean): Promise<readonly MovedKind[]> {
  const from = MOVED_KINDS.findIndex(kind => kind.name === position.kind)
  const left = Boolean(position.again) === again ? MOVED_KINDS.slice(Math.max(0, from)) : MOVED_KINDS
  if (!again) return left
  const missing = await services.database.read(sql => kindsMissing(sql, key))
  const pending = await services.database.read(sql => kindsPending(sql, key))
  return left.filter(({ name }) => missing.has(name) || pending.has(name))
}

function kindOf(name: string): Pick<MovedKind, 'idOf'> {
  return MOVED_KINDS.find(kind => kind.name === name) ?? {}
}

async function walk(move: Move, kind: MovedKind, again: boolean): Promise<void> {
  const { row } = move
  const lists = await listsOf(move, kind)
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

async function listsOf({ services, source, key, sourceCompany }: Move, { lists }: MovedKind): Promise<readonly List[]> {
  if (typeof lists !== 'function') return lists
  const sourceIds = (kind: string) => services.database.read(sql => sourceIdsOf(sql, key, kind))
  return lists({ source, companyId: sourceCompany, sourceIds })
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
  // Parts name records too, and which of them are fetched depends on what was copied.
  await database.read(sql => ids.read(sql, kind.name, records))
  await fetchParts(move, kind, records)
  await database.read(sql => ids.read(sql, kind.name, records))
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
  row.counts = counts
  if (kind.name.endsWith(' field')) fields.forget(key.companyId)
  hooks.step?.('committed')
}

function sum(one: Counts, other: Omit<Counts, 'removed'>) {
  return {
    listed: one.listed + other.listed,
    added: one.added + other.added,
    changed: one.changed + other.changed,
    refused: one.refused + other.refused,
  }
}
