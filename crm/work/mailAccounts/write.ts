import { sealSecret } from '@portico/kit/access/sealedSecret'
import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { readMailSoon } from './readMailTask.ts'
import { ACCOUNT_SECRET, checkEmail, checkServer, readFromOf, USUAL_PORTS } from './rules.ts'
import { deleteAccount, insertAccount, lockAccount, type MailSecurity, makeDue, updateAccount } from './store.ts'

export interface AccountInput {
  email: string
  host: string
  port?: number | undefined
  security?: MailSecurity | undefined
  username?: string | undefined
  password: string
  read_from?: string | undefined
}

/** Adds an account of the caller, which is read at once. */
export async function addAccount(crm: Crm, input: AccountInput): Promise<number> {
  const { sql, actor, now, services } = crm
  const { companyId, userId } = actor
  const { email, host, password, security = 'tls', username = email } = input
  const port = input.port ?? USUAL_PORTS[security]
  checkEmail(email)
  checkServer({ host, port, security }, services.privateTargets)
  const readFrom = readFromOf(input.read_from, now)
  const secret = sealed(crm, password)
  const id = await insertAccount(sql, { companyId, userId, email, host, port, security, username, secret, readFrom })
  if (id === undefined) throw failure('conflict', `You have an account ${email} already`, { field: 'email' })
  await auditCall(crm, 'mail_account_changed', id, { change: 'added', email, host, port, security, username })
  await readMailSoon(sql)
  return id
}

export type AccountChangeInput = Partial<Omit<AccountInput, 'email' | 'read_from'>> & { active?: boolean | undefined }

/** Changes an account of the caller, which is read at once. */
export async function changeAccount(crm: Crm, id: number, input: AccountChangeInput): Promise<void> {
  const { sql, actor, services } = crm
  const before = await lockAccount(sql, actor.companyId, actor.userId, id)
  if (!before) throw missing()
  const { host = before.host, port = before.port, security = before.security, username = before.username } = input
  const isElsewhere = host !== before.host || port !== before.port || username !== before.username
  // Or whoever has a session of somebody could have the password sent to a server of their own.
  if ((isElsewhere || security !== before.security) && input.password === undefined)
    throw failure('invalid', 'password is required when host, port, security or username change', { field: 'password' })
  if (isElsewhere || security !== before.security) checkServer({ host, port, security }, services.privateTargets)
  const secret = input.password === undefined ? null : sealed(crm, input.password)
  const active = input.active ?? null
  await updateAccount(sql, actor.companyId, id, { host, port, security, username, secret, active, isElsewhere })
  const facts = { host, port, security, username, ...(active !== null && { active }) }
  await auditCall(crm, 'mail_account_changed', id, { change: 'changed', ...facts, password: secret !== null })
  if (active !== false) await readMailSoon(sql)
}

/** Removes an account of the caller; admins of the account remove those of others too. Messages that were read stay. */
export async function removeAccount(crm: Crm, id: number): Promise<void> {
  const { sql, actor } = crm
  const owner = await deleteAccount(sql, actor.companyId, id, actor.isAccountAdmin ? undefined : actor.userId)
  if (owner === undefined) throw missing()
  await auditCall(crm, 'mail_account_changed', id, { change: 'removed', user_id: owner })
}

/** Has an account of the caller read now. */
export async function readNow(crm: Crm, id: number): Promise<void> {
  const { sql, actor } = crm
  if (!(await makeDue(sql, actor.companyId, actor.userId, id)))
    throw failure('missing', 'Mail account not found, or it is switched off: active true switches it on')
  await readMailSoon(sql)
}

function sealed({ services }: Crm, password: string): Buffer {
  return sealSecret(password, ACCOUNT_SECRET, services.secrets[0] ?? '')
}

function missing() {
  return failure('missing', 'Mail account not found')
}
