import type { Sql } from '@portico/kit/database/sql'

export interface ListedPasskey {
  id: number
  name: string
  add_time: string
  last_used_time: string | null
}

export async function listPasskeys(sql: Sql, accountId: number): Promise<ListedPasskey[]> {
  return sql<ListedPasskey[]>`
    select id, name, crm.time_v2(add_time) as add_time, crm.time_v2(last_used_time) as last_used_time
    from crm.passkey where account_id = ${accountId} order by id`
}

export interface StoredPasskey {
  id: number
  accountId: number
  passwordTime: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export async function findPasskey(sql: Sql, credentialId: Uint8Array): Promise<StoredPasskey | undefined> {
  const [found] = await sql<StoredPasskey[]>`
    select p.id, p.account_id as "accountId", a.password_time::text as "passwordTime", p.public_key as "publicKey",
      p.counter, p.transports
    from crm.passkey p join crm.account a on a.id = p.account_id where p.credential_id = ${credentialId}`
  return found
}

export async function listCredentialIds(sql: Sql, accountId: number): Promise<{ id: Buffer; transports: string[] }[]> {
  return sql<{ id: Buffer; transports: string[] }[]>`
    select credential_id as id, transports from crm.passkey where account_id = ${accountId}`
}

export interface NewPasskey {
  accountId: number
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  name: string
}

/** False when this passkey is known already. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey): Promise<number | undefined> {
  const { accountId, credentialId, publicKey, counter, transports, name } = passkey
  const [made] = await sql<{ id: number }[]>`
    insert into crm.passkey (account_id, credential_id, public_key, counter, transports, name)
    values (${accountId}, ${credentialId}, ${publicKey}, ${counter}, ${[...transports]}, ${name})
    on conflict (credential_id) do nothing returning id`
  return made?.id
}

export async function deletePasskey(sql: Sql, accountId: number, id: number): Promise<boolean> {
  const [gone] = await sql`delete from crm.passkey where account_id = ${accountId} and id = ${id} returning id`
  return gone !== undefined
}

/** Notes a use. A counter that does not go up tells of a copy, unless the passkey does not count at all. */
export async function countUse(sql: Sql, id: number, counter: number): Promise<boolean> {
  const [counted] = await sql`
    update crm.passkey set counter = ${counter}, last_used_time = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning id`
  return counted !== undefined
}

/** Marks a challenge as used; false when it was before. */
export async function takeChallenge(
  sql: Sql,
  digest: Uint8Array,
  kind: 'passkey' | 'new_passkey',
  ends: Date,
): Promise<boolean> {
  const [taken] = await sql`
    insert into crm.sign_in_step (digest, kind, expires_time) values (${digest}, ${kind}, ${ends})
    on conflict (digest) do nothing returning digest`
  return taken !== undefined
}
