import { isRecord } from '@portico/kit/api/isRecord'
import type { Sql } from '@portico/kit/database/sql'
import { findMoved, type Moved } from './movedStore.ts'
import type { Given } from './source.ts'
import type { MoveKey } from './store.ts'

/**
 * Which record here is which record of the source, of one page and what its records name: an account may have millions.
 * What a transaction adds is taken back when it does not commit.
 */
export interface Ids {
  /** Reads what was copied before of these records, of what they name and of what belongs to them. Forgets all others. */
  read(sql: Sql, kind: string, records: readonly Given[]): Promise<void>
  find(kind: string, sourceId: string): Moved | undefined
  add(moved: Moved): void
  remove(kind: string, sourceId: string): void
  /** Those of a part, by what they belong to. */
  below(kind: string, parent: string): Moved[]
  /** Of what was written since `begin`. */
  written(): Moved[]
  removed(): Moved[]
  begin(): void
  /** Takes back what was added after this moment, when it is called. */
  checkpoint(): () => void
}

export function openIds(key: MoveKey, idOf: (kind: string, record: Given) => string): Ids {
  let known = new Map<string, Moved>()
  let parents = new Map<string, Set<string>>()
  let added = new Map<string, Moved>()
  let gone = new Map<string, Moved>()
  const keyOf = (kind: string, sourceId: string) => `${kind}\n${sourceId}`

  function keep(moved: Moved) {
    known.set(keyOf(moved.kind, moved.source_id), moved)
    if (moved.parent === null) return
    const below = keyOf(moved.kind, moved.parent)
    parents.set(below, (parents.get(below) ?? new Set()).add(moved.source_id))
  }

  function find(kind: string, sourceId: string) {
    const sought = keyOf(kind, sourceId)
    if (gone.has(sought)) return undefined
    return added.get(sought) ?? known.get(sought)
  }

  return {
    async read(sql, kind, records) {
      const ids = records.map(record => idOf(kind, record))
      const named = new Set(ids)
      for (const record of records) gatherIds(record, named)
      const moved = await findMoved(sql, key, [...named], [...ids, ...ids.map(id => `${kind} ${id}`)])
      known = new Map()
      parents = new Map()
      moved.forEach(keep)
    },
    find,
    add: moved => void added.set(keyOf(moved.kind, moved.source_id), moved),
    remove(kind, sourceId) {
      const moved = find(kind, sourceId)
      if (moved) gone.set(keyOf(kind, sourceId), moved)
    },
    below: (kind, parent) =>
      [...(parents.get(keyOf(kind, parent)) ?? [])].flatMap(sourceId => find(kind, sourceId) ?? []),
    written: () => [...added.values()],
    removed: () => [...gone.values()],
    begin() {
      added = new Map()
      gone = new Map()
    },
    checkpoint() {
      const [addedBefore, goneBefore] = [new Map(added), new Map(gone)]
      return () => {
        added = addedBefore
        gone = goneBefore
      }
    },
  }
}

/** Everything in a record that may be the id of something: numbers, words, and lists of them in one text (`3,17`). */
export function gatherIds(given: unknown, into: Set<string>): void {
  if (typeof given === 'number') into.add(String(given))
  else if (typeof given === 'string') {
    for (const word of given.length <= LONGEST_LIST ? given.split(',') : [])
      if (word !== '' && word.length <= LONGEST_ID) into.add(word)
  } else if (Array.isArray(given)) for (const each of given) gatherIds(each, into)
  else if (isRecord(given)) for (const each of Object.values(given)) gatherIds(each, into)
}

/** A key of a field, a UUID. */
const LONGEST_ID = 40
/** The options of a field that were chosen. */
const LONGEST_LIST = 20_000
