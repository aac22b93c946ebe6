import { randomUUID } from 'node:crypto'
import type { Database } from '@portico/kit/database/database'
import { notifyPresence, takeCalls } from './callWindowStore.ts'
import { BURST_WINDOW_MS } from './plans.ts'

/** Bursts of a credential that calls several processes of one database. */
export interface SharedBursts {
  /** Whether a call is within the limit that all processes share. Without other processes it is not even asked. */
  allows(caller: { companyId: number; credential: string }, limit: number, now: number): Promise<boolean> | undefined
}

/** Processes hear of each other on this channel. */
const PRESENCE_CHANNEL = 'crm_processes'
const SAID_EVERY_MS = 5_000
const FORGOTTEN_AFTER_MS = 15_000

/** Calls that a process has taken from the shared window and not let through yet. */
interface Share {
  left: number
  /** After this they count for nothing: the window they were taken from is over. */
  until: number
  /** Nothing was left when it was last asked: not asked again before. */
  emptyUntil: number
  taking: Promise<void> | undefined
}

/** A process takes this part of its fair share at a time: what it does not use is lost to the others for a window. */
const PART_OF_SHARE = 4
const EMPTY_MS = BURST_WINDOW_MS / 20
const MAX_SHARES = 50_000

/**
 * A process that is alone counts for itself. Where several serve one database, each takes calls of a credential out of
 * the shared window, a few at a time, so that most calls wait for nobody. When the database does not answer, the count
 * of this process has to be enough.
 */
export async function openSharedBursts(database: Database): Promise<SharedBursts> {
  const others = await openPresence(database)
  const shares = new Map<string, Share>()

  async function take(share: Share, companyId: number, window: { key: string; limit: number }, now: number) {
    const wanted = Math.max(1, Math.floor(window.limit / ((others() + 1) * PART_OF_SHARE)))
    const taken = await database.write(sql => takeCalls(sql, companyId, window, wanted)).catch(() => wanted)
    share.left = taken
    share.until = now + BURST_WINDOW_MS
    if (taken === 0) share.emptyUntil = Date.now() + EMPTY_MS
  }

  async function allowed(share: Share, companyId: number, window: { key: string; limit: number }, now: number) {
    while (!spend(share, now)) {
      if (share.emptyUntil > Date.now()) return false
      share.taking ??= take(share, companyId, window, now).finally(() => {
        share.taking = undefined
      })
      await share.taking
    }
    return true
  }

  return {
    allows({ companyId, credential }, limit, now) {
      if (others() === 0) return undefined
      const key = `${credential}/${limit}`
      const share = shares.get(key) ?? { left: 0, until: 0, emptyUntil: 0, taking: undefined }
      if (shares.size >= MAX_SHARES) shares.clear()
      shares.set(key, share)
      return spend(share, now) ? undefined : allowed(share, companyId, { key, limit }, now)
    },
  }
}

function spend(share: Share, now: number): boolean {
  if (share.left < 1 || share.until <= now) return false
  share.left--
  return true
}

/** How many other processes there are: each says now and then that it is there, and greets a new one at once. */
async function openPresence(database: Database): Promise<() => number> {
  const me = randomUUID()
  const seen = new Map<string, number>()
  const say = () => void database.write(sql => notifyPresence(sql, PRESENCE_CHANNEL, me)).catch(() => {})

  await database.listen(PRESENCE_CHANNEL, process => {
    if (process === me) return
    if (!seen.has(process)) say()
    seen.set(process, Date.now())
  })
  say()
  setInterval(() => {
    for (const [process, at] of seen) if (Date.now() - at > FORGOTTEN_AFTER_MS) seen.delete(process)
    say()
  }, SAID_EVERY_MS).unref()
  return () => seen.size
}
