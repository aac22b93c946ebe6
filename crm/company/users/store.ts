import { failure } from '@portico/kit/api/failure'
import type { App } from '../../base/access/rights.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Author } from '../../base/changes/author.ts'
import { maySeeUser } from './access.ts'

/** Refuses a user who is not there for the caller. */
export async function requireUser({ sql, actor }: Crm, id: number): Promise<void> {
  const [found] = await sql`
    select from crm.app_user u where u.company_id = ${actor.companyId} and u.id = ${id} and ${maySeeUser(actor)}`
  if (!found) throw missingUser()
}

export function missingUser() {
  return failure('missing', 'User not found or not accessible.')
}

export interface HeldSet {
  app: App
  type: string
  contents: string[]
}

/** The permission sets of a user, one for each app. */
export async function listHeldSets({ sql, actor }: Crm, userId: number): Promise<HeldSet[]> {
  return sql<HeldSet[]>`
    select s.app, s.type, s.contents from crm.permission_assignment a
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
    where a.company_id = ${actor.companyId} and a.user_id = ${userId}`
}

export interface StoredUser {
  id: number
  email: string
  active: boolean
  is_deleted: boolean
  hasPassword: boolean
}

/** A user of the company, deleted ones included, by the id or by the address in any case. */
export async function findStoredUser(
  { sql, actor }: Author,
  which: { id: number } | { email: string },
): Promise<StoredUser | undefined> {
  const [found] = await sql<StoredUser[]>`
    select u.id, u.email, u.active, u.is_deleted, a.password_hash is not null as "hasPassword"
    from crm.app_user u join crm.account a on a.id = u.account_id
    where u.company_id = ${actor.companyId}
      and ${'id' in which ? sql`u.id = ${which.id}` : sql`lower(u.email) = lower(${which.email})`}`
  return found
}

/** For a user who is not in the change log yet. */
export async function storeSalesAdmin({ sql, actor }: Author, userId: number, isAdmin: boolean): Promise<void> {
  await sql`
    update crm.app_user set is_admin = ${isAdmin}
    where company_id = ${actor.companyId} and id = ${userId} and is_admin <> ${isAdmin}`
}
