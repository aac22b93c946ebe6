import type { Sql } from '@portico/kit/database/sql'

export interface SecondFactor {
  email: string
  /** The secret of the app, sealed; being set up while `isOn` is false. */
  sealed: Uint8Array | null
  isOn: boolean
  lastStep: number
  recoveryCodes: number
}

export async function findSecondFactor(sql: Sql, accountId: number): Promise<SecondFactor> {
  const [found] = await sql<SecondFactor[]>`
    select email, totp_sealed as sealed, totp_since is not null as "isOn", totp_step as "lastStep",
      (select count(*)::integer from crm.recovery_code r where r.account_id = a.id) as "recoveryCodes"
    from crm.account a where id = ${accountId}`
  if (!found) throw new Error(`there is no account ${accountId}`)
  return found
}

/** Begins to set it up; a secret that is in force stays. */
export async function storePendingSecret(sql: Sql, accountId: number, sealed: Uint8Array): Promise<boolean> {
  const [stored] = await sql`
    update crm.account set totp_sealed = ${sealed} where id = ${accountId} and totp_since is null returning id`
  return stored !== undefined
}

/** Puts the secret in force; false when it is already, or when another one has taken its place. */
export async function turnOn(sql: Sql, accountId: number, sealed: Uint8Array, step: number): Promise<boolean> {
  const [on] = await sql`
    update crm.account set totp_since = now(), totp_step = ${step}
    where id = ${accountId} and totp_since is null and totp_sealed = ${sealed} returning id`
  return on !== undefined
}

export async function turnOff(sql: Sql, accountId: number): Promise<void> {
  await sql`update crm.account set totp_sealed = null, totp_since = null where id = ${accountId}`
  await sql`delete from crm.recovery_code where account_id = ${accountId}`
}

/** Takes a code: the database decides which of two calls at once with the same code was first. */
export async function takeTimeStep(sql: Sql, accountId: number, step: number): Promise<boolean> {
  const [taken] = await sql`
    update crm.account set totp_step = ${step}
    where id = ${accountId} and totp_since is not null and totp_step < ${step} returning id`
  return taken !== undefined
}

export async function replaceRecoveryCodes(sql: Sql, accountId: number, digests: readonly Buffer[]): Promise<void> {
  await sql`delete from crm.recovery_code where account_id = ${accountId}`
  const written = digests.map(digest => digest.toString('hex'))
  await sql`
    insert into crm.recovery_code (account_id, digest)
    select ${accountId}::bigint, decode(digest, 'hex') from unnest(${written}::text[]) digest`
}

/** Each works once. */
export async function takeRecoveryCode(sql: Sql, accountId: number, digest: Uint8Array): Promise<boolean> {
  const [taken] = await sql`
    delete from crm.recovery_code where account_id = ${accountId} and digest = ${digest} returning digest`
  return taken !== undefined
}
