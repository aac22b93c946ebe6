import { forgetKnownClients } from '@portico/kit/access/throttle/knownClientStore'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Bearer, Session } from './tokens.ts'
import type { User } from './user.ts'

export async function findBearer(sql: Sql, { accountId, epoch, session }: Bearer & { session: Session }) {
  const [user] = await sql<Omit<User, 'session'>[]>`
    select id, email, first_name as "firstName", permission_type as "permissionType"
    from market.account
    where id = ${accountId} and token_epoch = ${epoch} and suspended_at is null and deleted_at is null
      and not exists (select from market.ended_session where ended_session.id = ${session.id})`
  return user
}

export async function endSession(sql: Sql, { id, endsAt }: Session): Promise<void> {
  await sql`insert into market.ended_session (id, ends_at) values (${id}, ${endsAt}) on conflict do nothing`
}

export async function endAllSessions(sql: Sql, accountId: string): Promise<void> {
  await sql`update market.account set token_epoch = token_epoch + 1 where id = ${accountId}`
}

/**
 * Whether an account may trade. Held until the end of the transaction: a suspension waits for it, and then sees what it
 * has put on sale. Several calls of an account may share the hold, or one at a time has it.
 */
export async function holdMember(sql: Sql, id: string, hold: 'shared' | 'alone'): Promise<boolean> {
  const lock = hold === 'alone' ? fragment`for no key update` : fragment`for share`
  const [member] = await sql`
    select from market.account where id = ${id} and suspended_at is null and deleted_at is null ${lock}`
  return member !== undefined
}

export interface Credentials {
  id: string
  passwordHash: string
  permissionType: number
  epoch: number
  suspended: boolean
}

export async function findCredentials(sql: Sql, email: string): Promise<Credentials | undefined> {
  const [found] = await sql<Credentials[]>`
    select ${CREDENTIALS} from market.account where lower(email) = ${email} and deleted_at is null`
  return found
}

export async function findCredentialsById(sql: Sql, id: string): Promise<Credentials | undefined> {
  const [found] = await sql<Credentials[]>`
    select ${CREDENTIALS} from market.account where id = ${id} and deleted_at is null`
  return found
}

const CREDENTIALS = fragment`
  id, password_hash as "passwordHash", permission_type as "permissionType", token_epoch as epoch,
  suspended_at is not null as suspended`

export interface SignupRow {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  university: string
  mailbox: string
  paymentName: string
  /** The network it came from. */
  client: string
}

/**
 * A later signup for the same address from the same network takes the place of the earlier one, password included. One
 * from elsewhere stands beside it: a stranger who signs up with somebody's address must not end their link. */
export async function storeSignup(sql: Sql, id: string, digest: Buffer, row: SignupRow, now: Date, expires: Date) {
  await sql`
    insert into market.signup (id, email, password_hash, first_name, last_name, university, mailbox, payment_name,
                               client, digest, created_at, expires_at)
    values (${id}, ${row.email}, ${row.passwordHash}, ${row.firstName}, ${row.lastName}, ${row.university},
            ${row.mailbox}, ${row.paymentName}, ${row.client}, ${digest}, ${now}, ${expires})
    on conflict (lower(email), client) do update set id = excluded.id, password_hash = excluded.password_hash,
      first_name = excluded.first_name, last_name = excluded.last_name, university = excluded.university,
      mailbox = excluded.mailbox, payment_name = excluded.payment_name, digest = excluded.digest,
      created_at = excluded.created_at, expires_at = excluded.expires_at`
}

/** The signup from the calling network if there is one, otherwise the latest. */
export async function findSignupByEmail(sql: Sql, email: string, client: string, now: Date) {
  const [found] = await sql<{ id: string; firstName: string }[]>`
    select id, first_name as "firstName" from market.signup where lower(email) = ${email} and expires_at > ${now}
    order by client = ${client} desc, created_at desc limit 1`
  return found
}

export async function findSignup(sql: Sql, digest: Buffer, now: Date) {
  const [found] = await sql<{ emailAddress: string; firstName: string; lastName: string; university: string }[]>`
    select email as "emailAddress", first_name as "firstName", last_name as "lastName", university
    from market.signup where digest = ${digest} and expires_at > ${now}`
  return found
}

/** The link stays good for another day, whichever secret it was first made with. */
export async function renewSignup(sql: Sql, id: string, digest: Buffer, expires: Date): Promise<void> {
  await sql`update market.signup set digest = ${digest}, expires_at = ${expires} where id = ${id}`
}

/** Turns a signup into an account; nothing when the link is unknown, used or too old, or the address is taken. */
export async function confirmSignup(sql: Sql, digest: Buffer, now: Date) {
  const [account] = await sql<{ id: string; firstName: string }[]>`
    with followed as (delete from market.signup where digest = ${digest} returning *),
    others as (
      delete from market.signup using followed
      where lower(signup.email) = lower(followed.email) and signup.id <> followed.id and followed.expires_at > ${now})
    insert into market.account (email, password_hash, first_name, last_name, university, mailbox, payment_name, created_at)
    select email, password_hash, first_name, last_name, university, mailbox, payment_name, ${now}
    from followed where expires_at > ${now}
    on conflict (lower(email)) do nothing
    returning id, first_name as "firstName"`
  return account
}

/** Stores nothing when there is no account for the address, or it is suspended. */
export async function storeReset(sql: Sql, { id, email, digest, now, expires }: ResetRow): Promise<void> {
  await sql`
    insert into market.password_reset (id, account_id, digest, created_at, expires_at)
    select ${id}, account.id, ${digest}, ${now}, ${expires} from market.account
    where lower(email) = ${email} and deleted_at is null and suspended_at is null
    on conflict (id) do update set digest = excluded.digest, expires_at = excluded.expires_at`
}

export interface ResetRow {
  id: string
  email: string
  digest: Buffer
  now: Date
  expires: Date
}

export async function findRecentReset(sql: Sql, email: string, since: Date): Promise<string | undefined> {
  const [found] = await sql<{ id: string }[]>`
    select reset.id from market.password_reset reset join market.account on account.id = reset.account_id
    where lower(account.email) = ${email} and reset.created_at > ${since} order by reset.created_at desc limit 1`
  return found?.id
}

export async function findReset(sql: Sql, digest: Buffer, now: Date) {
  const [found] = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from market.password_reset where digest = ${digest} and expires_at > ${now}`
  return found
}

/** Uses the link up; the account it was for. */
export async function takeReset(sql: Sql, digest: Buffer, now: Date) {
  const [found] = await sql<{ accountId: string }[]>`
    delete from market.password_reset where digest = ${digest} and expires_at > ${now}
    returning account_id as "accountId"`
  return found
}

/** Ends every session of the account and every reset link that is still out; its known clients are forgotten. */
export async function setPassword(sql: Sql, accountId: string, passwordHash: string) {
  await sql`delete from market.password_reset where account_id = ${accountId}`
  await forgetKnownClients(sql, 'market', accountId)
  const [changed] = await sql<{ epoch: number; permissionType: number }[]>`
    update market.account set password_hash = ${passwordHash}, token_epoch = token_epoch + 1
    where id = ${accountId} and deleted_at is null
    returning token_epoch as epoch, permission_type as "permissionType"`
  return changed
}
