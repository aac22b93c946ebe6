import type { Database } from '@portico/kit/database/database'
import type { Sql } from '@portico/kit/database/sql'

export interface HeldAt {
  /** Whose writes wait before the statement. */
  database: Database
  /** Resolves when a write stands there. */
  reached: Promise<void>
  release(): void
}

/** A database whose writes wait before a statement that holds a text, so that others can go past them. */
export function heldAt(database: Database, text: string): HeldAt {
  let tellReached = () => {}
  let release = () => {}
  const reached = new Promise<void>(resolve => {
    tellReached = resolve
  })
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const waiting = (sql: Sql) =>
    new Proxy(sql, {
      apply(target, self, given: [TemplateStringsArray, ...unknown[]]) {
        const send = () => Reflect.apply(target, self, given)
        if (!String(given[0]).includes(text)) return send()
        tellReached()
        return released.then(send)
      },
    })
  return {
    database: { ...database, write: (work, holder) => database.write(sql => work(waiting(sql)), holder) },
    reached,
    release,
  }
}
