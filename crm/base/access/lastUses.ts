import type { Database } from '@portico/kit/database/database'
import type { Actor } from './actor.ts'
import { type LastUse, storeLastUses } from './lastUsesStore.ts'

/** When credentials were last used, written down together now and then: no call waits for it. */
export interface LastUses {
  note(actor: Actor, at: Date): void
}

const WRITTEN_AFTER_MS = 30_000

export function openLastUses(database: Database, writtenAfterMs = WRITTEN_AFTER_MS): LastUses {
  const noted = new Map<string, LastUse>()

  function writeDown() {
    const uses = [...noted.values()]
    noted.clear()
    // Only for people to read and for sessions that nobody uses: what could not be written is left out.
    database.write(sql => storeLastUses(sql, uses)).catch(() => {})
  }

  return {
    note({ companyId, credential }, at) {
      if (noted.size === 0) setTimeout(writeDown, writtenAfterMs).unref()
      noted.set(credential, { companyId, credential, at })
    },
  }
}
