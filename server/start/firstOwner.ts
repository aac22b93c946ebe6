import { randomInt } from 'node:crypto'
import { newApiToken } from '@portico/crm/access/apiToken'
import { createCompany } from '@portico/crm/companies/createCompany'
import type { Database } from '@portico/kit/database'
import { hashPassword } from '@portico/kit/password'
import { createMarketOwner } from '@portico/market/createMarketOwner'
import type { Config } from '../config/readConfig.ts'

export interface FirstOwner {
  email: string
  password: string
  apiToken: string
}

/**
 * Makes the first owner in an empty house and gives the secrets back to be shown once; undefined when someone lives
 * here already.
 */
export async function createFirstOwner(database: Database, config: Config): Promise<FirstOwner | undefined> {
  if (await isLivedIn(database)) return undefined
  const owner: FirstOwner = {
    email: config.owner.email,
    password: config.owner.password ?? newPassword(),
    apiToken: config.owner.apiToken ?? newApiToken(),
  }
  const passwordHash = await hashPassword(owner.password)
  return database.write(async sql => {
    // Two servers may start on one empty database: the second finds the first one's owner.
    await sql`select pg_advisory_xact_lock(762004)`
    const [company] = await sql`select from crm.company limit 1`
    if (company) return undefined
    await createCompany(sql, {
      name: 'My company',
      domain: 'my-company',
      owner: { name: 'Owner', email: owner.email, passwordHash, apiToken: owner.apiToken },
    })
    await createMarketOwner(sql, { email: owner.email, password: owner.password })
    return owner
  })
}

function isLivedIn(database: Database): Promise<boolean> {
  return database.read(async sql => (await sql`select from crm.company limit 1`).length > 0)
}

/** Sixteen letters and digits that cannot be mistaken for one another: 91 bits. */
export function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
