import type { Sql } from '@portico/kit/database/sql'
import type { MailSecurity } from './store.ts'

export interface AccountId {
  companyId: number
  id: number
}

/** Accounts whose time has come by the clock of the database and that nobody reads, the one that waits longest first. */
export async function dueAccounts(sql: Sql, most: number): Promise<AccountId[]> {
  return sql<AccountId[]>`
    /* all companies: who waits for work is not known before */
    select a.company_id as "companyId", a.id from crm.mail_account a
    join crm.app_user u on u.company_id = a.company_id and u.id = a.user_id and u.active and not u.is_deleted
    join crm.company c on c.id = a.company_id and c.removal_time is null
    where a.active and a.next_read_time <= now() and (a.reading_until is null or a.reading_until < now())
    order by a.next_read_time limit ${most}`
}

export interface ClaimedAccount extends AccountId {
  /** Says who reads it. */
  claim: string
  userId: number
  host: string
  port: number
  security: MailSecurity
  username: string
  secret: Buffer
  readFrom: Date
  failures: number
}

/** Long enough for one message to be stored, however slow that is; each message that is stored makes it longer. */
const CLAIM_MINUTES = 10

/** Takes an account to be read, unless somebody else has it: then undefined. */
export async function claimAccount(
  sql: Sql,
  { companyId, id }: AccountId,
  claim: string,
): Promise<ClaimedAccount | undefined> {
  const [account] = await sql<ClaimedAccount[]>`
    update crm.mail_account set reading_by = ${claim}, reading_until = now() + make_interval(mins => ${CLAIM_MINUTES})
    where company_id = ${companyId} and id = ${id} and active and (reading_until is null or reading_until < now())
    returning company_id as "companyId", id, reading_by::text as claim, user_id as "userId", host, port, security,
      username, secret_sealed as secret, read_from as "readFrom", failures`
  return account
}

export interface FolderState {
  path: string
  uidValidity: number
  lastUid: number
}

export async function foldersRead(sql: Sql, { companyId, id }: AccountId): Promise<FolderState[]> {
  return sql<FolderState[]>`
    select path, coalesce(uid_validity, 0) as "uidValidity", last_uid as "lastUid" from crm.mail_account_folder
    where company_id = ${companyId} and account_id = ${id}`
}

export interface Progress {
  path: string
  folder: 'inbox' | 'sent'
  uidValidity: number
  /** Everything up to this uid is stored. */
  uid: number
  /** Messages that could not be kept. */
  skipped?: number
}

/**
 * Writes down how far a folder is read, and keeps the account claimed. False when the claim is lost: another process
 * has the account by now, or it was changed or deleted.
 */
export async function noteProgress(sql: Sql, account: ClaimedAccount, progress: Progress): Promise<boolean> {
  const { companyId, id, claim } = account
  const { path, folder, uidValidity, uid, skipped = 0 } = progress
  const [kept] = await sql`
    update crm.mail_account set reading_until = now() + make_interval(mins => ${CLAIM_MINUTES}),
      skipped_count = skipped_count + ${skipped}
    where company_id = ${companyId} and id = ${id} and reading_by = ${claim} returning id`
  if (!kept) return false
  await sql`
    insert into crm.mail_account_folder as f (company_id, account_id, path, folder, uid_validity, last_uid)
    values (${companyId}, ${id}, ${path}, ${folder}, ${uidValidity}, ${uid})
    on conflict (company_id, account_id, path) do update set folder = excluded.folder,
      last_uid = case when f.uid_validity = excluded.uid_validity then greatest(f.last_uid, excluded.last_uid)
        else excluded.last_uid end,
      uid_validity = excluded.uid_validity, failed_uid = null, failed_times = 0`
  return true
}

/** Counts how often a message could not be stored. */
export async function noteFailedMessage(sql: Sql, account: ClaimedAccount, at: Progress): Promise<number> {
  const { companyId, id } = account
  const [row] = await sql<{ failed_times: number }[]>`
    insert into crm.mail_account_folder as f (company_id, account_id, path, folder, uid_validity, failed_uid, failed_times)
    values (${companyId}, ${id}, ${at.path}, ${at.folder}, ${at.uidValidity}, ${at.uid}, 1)
    on conflict (company_id, account_id, path) do update set failed_uid = excluded.failed_uid,
      failed_times = case when f.failed_uid = excluded.failed_uid then f.failed_times + 1 else 1 end
    returning failed_times`
  return row?.failed_times ?? 1
}

export type ReadingEnd =
  /** Read to its end. */
  | { outcome: 'read'; next: Date }
  /** There is more, or the server stops. */
  | { outcome: 'unfinished'; next: Date }
  | { outcome: 'failed'; next: Date; problem: string }

/** Gives the account back. What is written is true as long as the claim was not lost. */
export async function endReading(sql: Sql, { companyId, id, claim }: ClaimedAccount, end: ReadingEnd): Promise<void> {
  const isRead = end.outcome === 'read'
  const now = new Date()
  const problem = end.outcome === 'failed' ? end.problem : null
  await sql`
    update crm.mail_account set reading_by = null, reading_until = null, next_read_time = ${end.next},
      last_read_time = case when ${isRead} then ${now} else last_read_time end,
      last_error = case when ${isRead} then null else coalesce(${problem}::text, last_error) end,
      last_error_time = case when ${isRead} then null when ${problem}::text is null then last_error_time else ${now} end,
      failures = case when ${problem}::text is null then 0 else failures + 1 end
    where company_id = ${companyId} and id = ${id} and reading_by = ${claim}`
}
