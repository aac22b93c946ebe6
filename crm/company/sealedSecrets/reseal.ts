import { openSealedSecret, sealSecret } from '@portico/kit/access/sealedSecret'
import type { Database } from '@portico/kit/database/database'
import { SEALED_COLUMNS, type SealedColumn, type SealedSecret } from './store.ts'

export interface Resealed {
  resealed: number
  /** Sealed with none of the server's secrets: they have to be set up again. */
  lost: number
}

const BATCH = 500

/**
 * Seals everything with the first of the server's secrets that an earlier one has sealed, so that the earlier ones can be
 * dropped. Safe to run twice and beside other servers.
 */
export async function resealSecrets(database: Database, secrets: readonly string[]): Promise<Resealed> {
  const done = { resealed: 0, lost: 0 }
  for (const column of SEALED_COLUMNS) {
    let after = 0
    let batch: SealedSecret[]
    do {
      batch = await database.read(sql => column.list(sql, after, BATCH))
      for (const secret of batch) {
        const outcome = await resealOne(database, secrets, column, secret)
        if (outcome !== 'is current') done[outcome]++
      }
      after = batch.at(-1)?.id ?? after
    } while (batch.length === BATCH)
  }
  return done
}

async function resealOne(
  database: Database,
  [current = '', ...earlier]: readonly string[],
  { purpose, replace }: SealedColumn,
  secret: SealedSecret,
): Promise<keyof Resealed | 'is current'> {
  if (openSealedSecret(secret.sealed, purpose, [current]) !== undefined) return 'is current'
  const text = openSealedSecret(secret.sealed, purpose, earlier)
  if (text === undefined) return 'lost'
  await database.statement(sql => replace(sql, secret, sealSecret(text, purpose, current)))
  return 'resealed'
}
