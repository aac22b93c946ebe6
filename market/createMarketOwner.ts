import type { Sql } from '@portico/kit/database/sql'
import { hasOwner, storeOwner } from './auth/ownerStore.ts'
import { normalAddress } from './auth/rules.ts'

export interface MarketOwner {
  email: string
  passwordHash: string
  firstName?: string
  lastName?: string
}

/** Makes sure there is an owner (role 2) at the first start. With one there already, nothing changes. */
export async function createMarketOwner(sql: Sql, owner: MarketOwner): Promise<void> {
  if (await hasOwner(sql)) return
  const { email, passwordHash, firstName = 'Market', lastName = 'Owner' } = owner
  await storeOwner(sql, { email: normalAddress(email), passwordHash, firstName, lastName })
}
