import type { Client } from './connect.ts'

/**
 * That this process is there, for others to see: a lock in the database under its name, which PostgreSQL gives back when
 * the process dies, without waiting for anything to run out. Whoever can take the lock knows that its holder has died, or
 * has lost the connection; then it is taken again here as soon as there is another one.
 */
export interface Presence {
  /** For how long the database has not said that the lock is held. */
  unconfirmedMs(): number
  end(): Promise<void>
}

const CONFIRMED_EVERY_MS = 1_000

/** `kind` and the name together say which lock: `pg_advisory_lock(kind, hashtext(name))`. Takes the client for itself. */
export async function openPresence(
  client: Client,
  kind: number,
  name: string,
  everyMs = CONFIRMED_EVERY_MS,
): Promise<Presence> {
  let confirmed = performance.now()
  /** The connection that holds the lock. */
  let holder: number | undefined
  let isConfirming = false

  async function confirm(): Promise<void> {
    const begun = performance.now()
    const [found] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`
    if (found?.pid !== holder) await client`select pg_advisory_lock(${kind}::integer, hashtext(${name}))`
    holder = found?.pid
    confirmed = begun
  }

  await confirm()
  const timer = setInterval(() => {
    if (isConfirming) return
    isConfirming = true
    confirm()
      .catch(() => {})
      .finally(() => {
        isConfirming = false
      })
  }, everyMs).unref()

  return {
    unconfirmedMs: () => performance.now() - confirmed,
    async end() {
      clearInterval(timer)
      await client.end({ timeout: 1 })
    },
  }
}
