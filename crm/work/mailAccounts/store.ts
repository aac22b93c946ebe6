import type { Sql } from '@portico/kit/database/sql'

export type MailSecurity = 'tls' | 'starttls' | 'none'

/** An account as people see it; its password is never told. */
export interface ListedAccount {
  id: number
  user_id: number
  email: string
  host: string
  port: number
  security: MailSecurity
  username: string
  active: boolean
  state: 'off' | 'waiting' | 'reading' | 'read' | 'failed'
  read_from: string
  last_read_time: string | null
  last_error: string | null
  last_error_time: string | null
  next_read_time: string | null
  skipped_count: number
  folders: { path: string; folder: 'inbox' | 'sent'; last_uid: number }[]
}

/** The accounts of a user or of the whole company, or one of them. */
export async function listAccounts(
  sql: Sql,
  companyId: number,
  { userId, id }: { userId?: number | undefined; id?: number | undefined },
): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`
    select a.id, a.user_id, a.email, a.host, a.port, a.security, a.username, a.active,
      case when not a.active then 'off' when a.reading_until > now() then 'reading' when a.last_error is not null then 'failed'
        when a.last_read_time is null then 'waiting' else 'read' end as state,
      crm.time_v2(a.read_from) as read_from, crm.time_v2(a.last_read_time) as last_read_time, a.last_error,
      crm.time_v2(a.last_error_time) as last_error_time,
      crm.time_v2(case when a.active then a.next_read_time end) as next_read_time, a.skipped_count,
      coalesce((select json_agg(json_build_object('path', f.path, 'folder', f.folder, 'last_uid', f.last_uid) order by f.path)
        from crm.mail_account_folder f where f.company_id = a.company_id and f.account_id = a.id), '[]') as folders
    from crm.mail_account a
    where a.company_id = ${companyId} and (${userId ?? null}::bigint is null or a.user_id = ${userId ?? null})
      and (${id ?? null}::bigint is null or a.id = ${id ?? null})
    order by a.id`
}

export interface StoredAccount {
  userId: number
  email: string
  host: string
  port: number
  security: MailSecurity
  username: string
}

/** An account of that user, locked for the rest of the transaction. */
export async function lockAccount(
  sql: Sql,
  companyId: number,
  userId: number,
  id: number,
): Promise<StoredAccount | undefined> {
  const [account] = await sql<StoredAccount[]>`
    select user_id as "userId", email, host, port, security, username from crm.mail_account
    where company_id = ${companyId} and id = ${id} and user_id = ${userId} for update`
  return account
}

export interface NewAccount extends StoredAccount {
  companyId: number
  /** Sealed. */
  secret: Buffer
  readFrom: Date
}

/** Undefined when the user has an account of that address. */
export async function insertAccount(sql: Sql, account: NewAccount): Promise<number | undefined> {
  const { companyId, userId, email, host, port, security, username, secret, readFrom } = account
  const [made] = await sql<{ id: number }[]>`
    insert into crm.mail_account (company_id, user_id, email, host, port, security, username, secret_sealed, read_from, next_read_time)
    values (${companyId}, ${userId}, ${email}, ${host}, ${port}, ${security}, ${username}, ${secret}, ${readFrom}, now())
    on conflict (company_id, user_id, lower(email)) do nothing returning id`
  return made?.id
}

export interface AccountChange {
  host: string
  port: number
  security: MailSecurity
  username: string
  /** Sealed; null: stays. */
  secret: Buffer | null
  /** Null: stays. */
  active: boolean | null
  /** It may be another mailbox by now: whatever is known about its folders is forgotten. */
  isElsewhere: boolean
}

/** A changed account is read at once, and whoever reads it at the moment stops: the claim is taken away. */
export async function updateAccount(sql: Sql, companyId: number, id: number, change: AccountChange): Promise<void> {
  const { host, port, security, username, secret, active, isElsewhere } = change
  await sql`
    update crm.mail_account set host = ${host}, port = ${port}, security = ${security}, username = ${username},
      secret_sealed = coalesce(${secret}::bytea, secret_sealed), active = coalesce(${active}::boolean, active),
      next_read_time = now(), failures = 0, last_error = null, last_error_time = null,
      reading_by = null, reading_until = null, update_time = now(), version = version + 1
    where company_id = ${companyId} and id = ${id}`
  if (isElsewhere) await sql`delete from crm.mail_account_folder where company_id = ${companyId} and account_id = ${id}`
}

/** Whose account it was; undefined when there is none. Its messages stay. */
export async function deleteAccount(
  sql: Sql,
  companyId: number,
  id: number,
  userId: number | undefined,
): Promise<number | undefined> {
  const [gone] = await sql<{ user_id: number }[]>`
    delete from crm.mail_account where company_id = ${companyId} and id = ${id}
      and (${userId ?? null}::bigint is null or user_id = ${userId ?? null}) returning user_id`
  return gone?.user_id
}

/** Makes an account of that user the next to be read; false when there is none that is switched on. */
export async function makeDue(sql: Sql, companyId: number, userId: number, id: number): Promise<boolean> {
  const [due] = await sql`
    update crm.mail_account set next_read_time = now()
    where company_id = ${companyId} and id = ${id} and user_id = ${userId} and active returning id`
  return due !== undefined
}
