import type { Sql } from '@portico/kit/database/sql'
import { replacePasswordHash } from './auth/ownerStore.ts'

/** Replaces a generated password that was never shown; an account whose password was changed since keeps it. */
export function replaceMarketPassword(sql: Sql, before: string, passwordHash: string): Promise<void> {
  return replacePasswordHash(sql, before, passwordHash)
}
