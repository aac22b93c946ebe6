import { randomInt } from 'node:crypto'
import { digestOf, newApiToken } from '@portico/crm/base/access/apiToken'
import { createCompany } from '@portico/crm/company/companies/createCompany'
import { replaceUserPassword } from '@portico/crm/company/companies/store'
import { replaceDigest } from '@portico/crm/company/tokens/store'
import { hashPassword } from '@portico/kit/access/password'
import { type Client, connect } from '@portico/kit/database/connect'
import { createMarketOwner } from '@portico/market/createMarketOwner'
import { replaceMarketPassword } from '@portico/market/replaceMarketPassword'
import type { Config } from '../config/readConfig.ts'
import {
  forgetUnshown,
  hasCompany,
  hasOwnerToShow,
  keepUnshown,
  lockFirstOwner,
  takeUnshown,
  type Unshown,
} from './ownerStore.ts'

export interface FirstOwner {
  email: string
  /** Absent: set by a setting or by the owner at an earlier start, and known to whoever did. */
  password: string | undefined
  apiToken: string | undefined
}

/** The first owner and the right to show its secrets, which no other server has at the same time. */
export interface ClaimedOwner {
  owner: FirstOwner
  /** To be called once the secrets were printed. Without it the next start makes new ones and prints those. */
  markShown(): Promise<void>
  /** Lets another server that waits for it go on. */
  release(): Promise<void>
}

/**
 * Makes the first owner in an empty database, or new secrets for one whose secrets were never printed: a process can
 * be killed between the commit and the terminal. Undefined when somebody has seen them. Of several servers that start
 * at once one gets the owner, and the others wait until it has printed the secrets or is gone.
 */
export async function claimFirstOwner(databaseUrl: string, config: Config): Promise<ClaimedOwner | undefined> {
  const sql = connect(databaseUrl)
  const release = () => sql.end({ timeout: 5 })
  try {
    const claimed = (await hasOwnerToShow(sql)) ? await claim(sql, config) : undefined
    if (claimed) return { owner: claimed.owner, markShown: () => forgetUnshown(sql, claimed.unshown), release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}

interface Claim {
  owner: FirstOwner
  unshown: Unshown
}

async function claim(sql: Client, config: Config): Promise<Claim | undefined> {
  await lockFirstOwner(sql)
  return (await createOwner(sql, config)) ?? (await renewSecrets(sql))
}

async function createOwner(client: Client, { owner }: Config): Promise<Claim | undefined> {
  const { email } = owner
  const password = owner.password ?? newPassword()
  const apiToken = owner.apiToken ?? newApiToken()
  const passwordHash = await hashPassword(password)
  return client.begin(async sql => {
    if (await hasCompany(sql)) return undefined
    const { companyId, ownerId } = await createCompany(sql, {
      name: 'My company',
      domain: 'my-company',
      owner: { name: 'Owner', email, passwordHash, apiToken },
    })
    await createMarketOwner(sql, { email, passwordHash })
    const unshown = {
      companyId,
      userId: ownerId,
      passwordHash: owner.password === undefined ? passwordHash : undefined,
      tokenDigest: owner.apiToken === undefined ? digestOf(apiToken) : undefined,
    }
    await keepUnshown(sql, unshown)
    return { owner: { email, password, apiToken }, unshown }
  })
}

/** Replaces secrets that were never printed; a password or token that was changed since then stays. */
async function renewSecrets(client: Client): Promise<Claim | undefined> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const apiToken = newApiToken()
  return client.begin(async sql => {
    const before = await takeUnshown(sql)
    if (!before) return undefined
    const { companyId, userId, email } = before
    const hasPassword =
      before.passwordHash !== undefined &&
      (await replaceUserPassword(sql, { companyId, userId }, before.passwordHash, passwordHash))
    if (before.passwordHash !== undefined) await replaceMarketPassword(sql, before.passwordHash, passwordHash)
    const hasToken =
      before.tokenDigest !== undefined && (await replaceDigest(sql, before.tokenDigest, digestOf(apiToken)))
    if (!hasPassword && !hasToken) return undefined
    const unshown = {
      companyId,
      userId,
      passwordHash: hasPassword ? passwordHash : undefined,
      tokenDigest: hasToken ? digestOf(apiToken) : undefined,
    }
    await keepUnshown(sql, unshown)
    const owner = {
      email,
      password: hasPassword ? password : undefined,
      apiToken: hasToken ? apiToken : undefined,
    }
    return { owner, unshown }
  })
}

/** Sixteen letters and digits that cannot be mistaken for one another: 91 bits. */
export function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
