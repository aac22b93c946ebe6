import type { Moved } from './store.ts'

/** Which record here is which record of the source. What a transaction adds is taken back when it does not commit. */
export interface Ids {
  /** What was copied before. */
  load(stored: readonly Moved[]): void
  find(kind: string, sourceId: string): Moved | undefined
  add(moved: Moved): void
  remove(kind: string, sourceId: string): void
  /** The ids at the source of everything that was copied of a kind. */
  of(kind: string): string[]
  /** Those of a part, by what they belong to. */
  below(kind: string, parent: string): Moved[]
  /** Of what was written since `begin`. */
  written(): Moved[]
  removed(): Moved[]
  begin(): void
  commit(): void
  /** Takes back what was added after this moment, when it is called. */
  checkpoint(): () => void
}

export function openIds(): Ids {
  const known = new Map<string, Map<string, Moved>>()
  const parents = new Map<string, Set<string>>()
  let added = new Map<string, Moved>()
  let gone = new Map<string, Moved>()
  const keyOf = (kind: string, sourceId: string) => `${kind}\n${sourceId}`

  function keep(moved: Moved) {
    const ofKind = known.get(moved.kind) ?? new Map<string, Moved>()
    known.set(moved.kind, ofKind.set(moved.source_id, moved))
    if (moved.parent === null) return
    const key = keyOf(moved.kind, moved.parent)
    parents.set(key, (parents.get(key) ?? new Set()).add(moved.source_id))
  }

  function find(kind: string, sourceId: string) {
    const key = keyOf(kind, sourceId)
    if (gone.has(key)) return undefined
    return added.get(key) ?? known.get(kind)?.get(sourceId)
  }

  return {
    load: stored => stored.forEach(keep),
    find,
    add: moved => void added.set(keyOf(moved.kind, moved.source_id), moved),
    remove(kind, sourceId) {
      const moved = find(kind, sourceId)
      if (moved) gone.set(keyOf(kind, sourceId), moved)
    },
    of: kind =>
      [...(known.get(kind)?.values() ?? [])]
        .filter(({ fingerprint }) => fingerprint !== null)
        .map(({ source_id }) => source_id),
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
    commit() {
      for (const moved of added.values()) keep(moved)
      for (const { kind, source_id } of gone.values()) known.get(kind)?.delete(source_id)
      added = new Map()
      gone = new Map()
    },
  }
}
