import { createToken } from '@portico/crm/access/createToken'
import { addUser } from '@portico/crm/companies/addUser'
import { type FoundCompany, findCompany } from '@portico/crm/companies/findCompany'
import { createApp } from '@portico/crm/oauth/createApp'
import type { Client } from '@portico/kit/connect'
import { checkPasswordRule, hashPassword } from '@portico/kit/password'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { keepSecret } from '../start/dataDirectory.ts'
import { newPassword } from '../start/firstOwner.ts'
import { withDatabase } from './withDatabase.ts'

export interface UserOptions {
  email: string
  name?: string
  password?: string
  admin?: boolean
  company?: string
}

/** Prints the password when it made one, and nothing else. */
export async function addUserCommand(config: Config, options: UserOptions): Promise<void> {
  const password = options.password ?? newPassword()
  checkPasswordRule(password)
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(options.email)) throw problem(`${options.email} is not an e-mail address`)
  const passwordHash = await hashPassword(password)
  await withDatabase(config, async sql => {
    const company = await companyOf(sql, options.company)
    const name = options.name ?? options.email.split('@')[0] ?? ''
    await addUser(sql, {
      companyId: company.id,
      name,
      email: options.email,
      passwordHash,
      isAdmin: options.admin ?? false,
    })
    console.error(
      `${options.email} is now a ${options.admin ? 'n admin' : 'user'} of ${company.name}`.replace('a n ', 'an '),
    )
  })
  if (options.password === undefined) console.log(password)
}

/** Prints the token alone, so that a script can take it. */
export async function createTokenCommand(config: Config, options: { user: string; name: string }): Promise<void> {
  const token = await withDatabase(config, sql => createToken(sql, options.user, options.name))
  console.log(token)
}

export interface AppOptions {
  name: string
  redirectUri: string
  scopes: string
  company?: string
}

export async function createAppCommand(config: Config, options: AppOptions): Promise<void> {
  const scopes = options.scopes.split(/[\s,]+/).filter(Boolean)
  const made = await withDatabase(config, async sql => {
    const company = await companyOf(sql, options.company)
    const secret = config.secrets[0] ?? (await keepSecret(config.dataDirectory))
    return createApp(
      sql,
      { companyId: company.id, name: options.name, redirectUri: options.redirectUri, scopes },
      secret,
    )
  })
  console.log(
    `client id      ${made.clientId}\nclient secret  ${made.clientSecret}\nscopes         ${made.scopes.join(' ')}`,
  )
}

async function companyOf(sql: Client, domain: string | undefined): Promise<FoundCompany> {
  const company = await findCompany(sql, domain)
  if (company) return company
  throw problem(domain ? `There is no company ${domain}` : 'There is no company yet: start the server once')
}
