import type { Database } from '@portico/kit/database/database'
import { storeLastUses } from './lastUsesStore.ts'

/** When credentials were last used, written down together now and then: no call waits for it. */
export interface LastUses {
  note(credential: string, at: Date): void
}

const WRITTEN_AFTER_MS = 30_000

export function openLastUses(database: Database): LastUses {
  const noted = new Map<string, Date>()

  function writeDown() {
    const uses = [...noted]
    noted.clear()
    // Only for people to read and for sessions that nobody uses: what could not be written is left out.
    database.write(sql => storeLastUses(sql, uses)).catch(() => {})
  }

  return {
    note(credential, at) {
      if (noted.size === 0) setTimeout(writeDown, WRITTEN_AFTER_MS).unref()
      noted.set(credential, at)
    },
  }
}
