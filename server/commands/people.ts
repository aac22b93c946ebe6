import { listUsers } from '@portico/crm/company/companies/listUsers'
import { setUserPassword } from '@portico/crm/company/companies/userPassword'
import { addUsers } from '@portico/crm/company/users/addUsers'
import { hashPassword } from '@portico/kit/access/password'
import { setMarketPassword } from '@portico/market/setMarketPassword'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { newPassword } from '../start/firstOwner.ts'
import { checkEmail, checkName, checkPassword } from './checkOption.ts'
import { companyOf } from './companyOf.ts'
import { readFirstLine } from './readFirstLine.ts'
import { minuteOf, tableOf } from './table.ts'
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
  checkPassword('--password', password)
  checkEmail('--email', options.email)
  const name = options.name ?? options.email.split('@')[0] ?? ''
  checkName('--name', name)
  const passwordHash = await hashPassword(password)
  await withDatabase(config, async sql => {
    const company = await companyOf(sql, options.company)
    await addUsers(sql, company.id, [{ name, email: options.email, passwordHash, isAdmin: options.admin ?? false }])
    console.error(`${options.email} is now ${options.admin ? 'an admin' : 'a user'} of ${company.name}`)
  })
  if (options.password === undefined) console.log(password)
}

export async function listUsersCommand(config: Config, { company }: { company?: string }): Promise<void> {
  const users = await withDatabase(config, async sql => {
    if (company !== undefined) await companyOf(sql, company)
    return listUsers(sql, company)
  })
  const rows = users.map(user => [
    String(user.id),
    user.email,
    user.name,
    user.company,
    user.isAdmin ? 'admin' : 'user',
    user.active ? 'active' : 'switched off',
    minuteOf(user.created),
  ])
  console.log(tableOf(['ID', 'E-MAIL', 'NAME', 'COMPANY', 'ROLE', 'STATE', 'CREATED'], rows))
}

/**
 * A new password for whoever has this address, in the CRM and in the marketplace. Prints it when it made one, and
 * nothing else. Sessions of the marketplace end; API tokens are separate secrets and stay.
 */
export async function setPasswordCommand(config: Config, options: { email: string; stdin?: boolean }): Promise<void> {
  const { email } = options
  checkEmail('--email', email)
  const password = options.stdin ? await readFirstLine(process.stdin) : newPassword()
  checkPassword('--stdin', password)
  const passwordHash = await hashPassword(password)
  const changed = await withDatabase(config, client =>
    client.begin(async sql => ({
      crm: await setUserPassword(sql, email, passwordHash),
      market: await setMarketPassword(sql, email, passwordHash, new Date()),
    })),
  )
  if (!changed.crm && !changed.market) throw problem(`--email: nobody has the address ${email}`)
  if (changed.crm) console.error(`CRM: the password of ${email} is set; API tokens stay valid (portico token revoke)`)
  if (changed.market) console.error(`Marketplace: the password of ${email} is set, and every session is ended`)
  if (!options.stdin) console.log(password)
}
