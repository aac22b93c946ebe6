import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/** Things read from the database that change seldom, kept for each owner until the database says that they changed. */
export interface Memory<T> {
  recall(sql: Sql, owner: number, name: string, read: (sql: Sql) => Promise<T>): Promise<T>
  forget(owner: number): void
}

const MAX_OWNERS = 1_000

/** A notice on the channel names the owner whose things have changed. */
export async function openMemory<T>(database: Database, channel: string): Promise<Memory<T>> {
  const owners = new Map<number, Map<string, T>>()
  // Counts changes, so that what was read before a change is not kept after it.
  let changes = 0

  function forget(owner: number) {
    changes++
    owners.delete(owner)
  }

  // After a lost connection notices may be missing: begin again with nothing.
  await database.listen(
    channel,
    payload => forget(Number(payload)),
    () => {
      changes++
      owners.clear()
    },
  )

  function keep(owner: number, name: string, value: T) {
    if (owners.size >= MAX_OWNERS && !owners.has(owner)) owners.clear()
    const kept = owners.get(owner) ?? new Map<string, T>()
    kept.set(name, value)
    owners.set(owner, kept)
  }

  return {
    forget,
    async recall(sql, owner, name, read) {
      const known = owners.get(owner)?.get(name)
      if (known !== undefined) return known
      const before = changes
      // A replica may not have yet what a notice has told already.
      const value = await (sql.isReplica ? database.read(read) : read(sql))
      if (changes === before) keep(owner, name, value)
      return value
    },
  }
}
