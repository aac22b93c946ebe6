import { createToken } from '@portico/crm/access/createToken'
import { addUser } from '@portico/crm/companies/addUser'
import { createApp } from '@portico/crm/oauth/createApp'
import { checkPasswordRule, hashPassword } from '@portico/kit/password'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { keepSecret } from '../start/dataDirectory.ts'
import { newPassword } from '../start/firstOwner.ts'
import { companyOf } from './companyOf.ts'
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
  checkEmail(options.email)
  const name = options.name ?? options.email.split('@')[0] ?? ''
  checkName(name)
  const passwordHash = await hashPassword(password)
  await withDatabase(config, async sql => {
    const company = await companyOf(sql, options.company)
    await addUser(sql, {
      companyId: company.id,
      name,
      email: options.email,
      passwordHash,
      isAdmin: options.admin ?? false,
    })
    console.error(`${options.email} is now ${options.admin ? 'an admin' : 'a user'} of ${company.name}`)
  })
  if (options.password === undefined) console.log(password)
}

/** Prints the token alone, so that a script can take it. */
export async function createTokenCommand(config: Config, options: { user: string; name: string }): Promise<void> {
  checkEmail(options.user)
  checkName(options.name)
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
  checkName(options.name)
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

function checkEmail(email: string): void {
  const isAddress = email.length <= 254 && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email)
  if (!isAddress) throw problem(`"${shown(email)}" is not an e-mail address`)
}

function checkName(name: string): void {
  const isName = name.trim() !== '' && name.length <= 255 && !/\p{Cc}/u.test(name)
  if (!isName) throw problem(`"${shown(name)}" is not a name: 1 to 255 characters, none of them invisible`)
}

/** What somebody typed, short and harmless to a terminal. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, '?').slice(0, 60)
}
