import { auditCall } from '@portico/crm/base/access/auditStore'
import { APPS } from '@portico/crm/base/access/rights'
import { commandLine } from '@portico/crm/base/changes/author'
import { replacePassword } from '@portico/crm/company/signIn/newPasswordStore'
import { placesOf } from '@portico/crm/company/signIn/store'
import { addUser } from '@portico/crm/company/users/addUser'
import { markUserActivated } from '@portico/crm/company/users/firstPassword'
import { findAccountOnServer, listUsersOnServer } from '@portico/crm/company/users/serverStore'
import { setActive } from '@portico/crm/company/users/setActive'
import { hashPassword } from '@portico/kit/access/password'
import type { Sql } from '@portico/kit/database/sql'
import { setMarketPassword } from '@portico/market/setMarketPassword'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { newPassword } from '../start/firstOwner.ts'
import { checkEmail, checkName, checkPassword } from './checkOption.ts'
import { companyOf } from './companyOf.ts'
import { readFirstLine } from './readFirstLine.ts'
import { minuteOf, tableOf } from './table.ts'
import { userOf } from './userOf.ts'
import { withDatabase } from './withDatabase.ts'

export interface UserOptions {
  email: string
  name?: string
  password?: string
  admin?: boolean
  company?: string
  /** A mail with a link to set a password, instead of a password. */
  invite?: boolean
}

/** Prints the password when it made one that counts, and nothing else: who has a password on this server keeps it. */
export async function addUserCommand(config: Config, options: UserOptions): Promise<void> {
  const { email, name, invite: invited = false, admin = false } = options
  if (invited && options.password !== undefined) throw problem('Say --invite or --password, not both')
  const password = options.password ?? newPassword()
  checkPassword('--password', password)
  checkEmail('--email', email)
  if (name !== undefined) checkName('--name', name)
  const passwordHash = invited ? undefined : await hashPassword(password)
  const access = admin ? APPS.map(app => ({ app, admin })) : undefined
  const { company, added } = await withDatabase(config, client =>
    client.begin(async sql => {
      const company = await companyOf(sql, options.company)
      const added = await addUser(commandLine(sql, company.id), { email, name, access, passwordHash, invited })
      return { company, added }
    }),
  )
  console.error(`${email} is now ${admin ? 'an admin' : 'a user'} of ${company.name}`)
  if (invited) console.error('The mail is sent by the running server, or by the next one that starts')
  else if (!added.hasGivenPassword) console.error('They have an account on this server, and keep its password')
  else if (options.password === undefined) console.log(password)
}

export async function listUsersCommand(config: Config, { company }: { company?: string }): Promise<void> {
  const users = await withDatabase(config, async sql => {
    if (company !== undefined) await companyOf(sql, company)
    return listUsersOnServer(sql, company)
  })
  const rows = users.map(user => [
    String(user.id),
    user.email,
    user.name,
    user.company,
    user.isAdmin ? 'admin' : 'user',
    user.state,
    minuteOf(user.created),
  ])
  console.log(tableOf(['ID', 'E-MAIL', 'NAME', 'COMPANY', 'ROLE', 'STATE', 'CREATED'], rows))
}

/** Running servers refuse the tokens and sessions of whoever is switched off at once. */
export async function setActiveCommand(
  config: Config,
  { email, company }: { email: string; company?: string },
  active: boolean,
): Promise<void> {
  checkEmail('--email', email)
  const user = await withDatabase(config, client =>
    client.begin(async sql => {
      const user = await userOf(sql, { email, company, states: 'any' })
      if (user.active !== active) await setActive(commandLine(sql, user.companyId), user.userId, active)
      return user
    }),
  )
  const state = active ? 'active' : 'switched off'
  console.log(`${email} is ${state} in ${user.company}${user.active === active ? ', as before' : ''}`)
}

/**
 * A new password for whoever has this address, in every company of the CRM and in the marketplace. Prints it when it
 * made one, and nothing else. Sessions end; API tokens are separate secrets and stay.
 */
export async function setPasswordCommand(config: Config, options: { email: string; stdin?: boolean }): Promise<void> {
  const { email } = options
  checkEmail('--email', email)
  const password = options.stdin ? await readFirstLine(process.stdin) : newPassword()
  checkPassword('--stdin', password)
  const passwordHash = await hashPassword(password)
  const changed = await withDatabase(config, client =>
    client.begin(async sql => ({
      crm: await setCrmPassword(sql, email, passwordHash),
      market: await setMarketPassword(sql, email, passwordHash, new Date()),
    })),
  )
  if (!changed.crm && !changed.market) throw problem(`--email: nobody has the address ${email}`)
  if (changed.crm)
    console.error(
      `CRM: the password of ${email} is set, and every session is ended; API tokens stay valid (portico token revoke)`,
    )
  if (changed.market) console.error(`Marketplace: the password of ${email} is set, and every session is ended`)
  if (!options.stdin) console.log(password)
}

async function setCrmPassword(sql: Sql, email: string, passwordHash: string): Promise<boolean> {
  const accountId = await findAccountOnServer(sql, email)
  if (accountId === undefined) return false
  await replacePassword(sql, accountId, passwordHash)
  for (const { companyId, userId } of await placesOf(sql, accountId)) {
    const by = commandLine(sql, companyId)
    await markUserActivated(by, userId)
    await auditCall(by, 'password_changed', userId)
  }
  return true
}
