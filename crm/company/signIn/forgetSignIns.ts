import { forgetOldAttempts } from '@portico/kit/access/throttle/attemptStore'
import { forgetOldClients } from '@portico/kit/access/throttle/knownClientStore'
import type { Database } from '@portico/kit/database/database'
import { deleteExpired } from './store.ts'

export const FORGET_SIGN_INS = 'crm:forget-sign-ins'

/** The nightly job that deletes what nobody can use any more. */
export function forgetSignInsTask(database: Database) {
  return async (): Promise<void> => {
    await database.write(async sql => {
      await deleteExpired(sql)
      await forgetOldAttempts(sql, 'crm', new Date())
      await forgetOldClients(sql, 'crm', new Date())
    })
  }
}
