import { idIn } from './given.ts'
import type { Fetching, MovedKind } from './kind.ts'
import type { Move } from './move.ts'
import { idOf } from './recordIds.ts'
import type { Given } from './source.ts'

/** How many lists of single records are asked for at once. */
const AT_ONCE = 4

/** Completes the records of a page with the lists that belong to each, and with the bytes of files. */
export async function fetchParts(move: Move, kind: MovedKind, records: readonly Given[]): Promise<void> {
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
