import type { Json } from '@portico/kit/api/json'
import { type Fragment, fragment, joined, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import { containing } from '../search/query.ts'
import { PERSON, PERSON_COUNTS, type People } from './peopleWire.ts'

/** Accounts whose e-mail address and whose name contain the given parts, newest first. Without parts: all accounts. */
export function listPeople(
  sql: Sql,
  { email, name }: { email?: string | undefined; name?: string | undefined },
  paging: Paging,
): Promise<Json<Static<typeof People>>> {
  const conditions = [
    fragment`account.deleted_at is null`,
    ...(email ? [contains(fragment`account.email`, email)] : []),
    ...(name ? [contains(fragment`account.first_name || ' ' || account.last_name`, name)] : []),
  ]
  const people = fragment`
    select ${PERSON}, ${PERSON_COUNTS} from market.account where ${joined(conditions, ' and ')}
    order by account.created_at desc, account.id desc`
  return pageJson(sql, 'users', people, paging)
}

function contains(column: Fragment, part: string): Fragment {
  return fragment`lower(${column}) like ${containing(part.trim().toLowerCase())}`
}

/** False when the account is not that of a user, or is suspended. */
export async function promoteToAdmin(sql: Sql, id: string): Promise<boolean> {
  const changed = await sql`
    update market.account set permission_type = 1
    where id = ${id} and permission_type = 0 and deleted_at is null and suspended_at is null returning id`
  return changed.length > 0
}

/** Ends the sessions of the account; false when it is not that of an admin. */
export async function demoteToUser(sql: Sql, id: string): Promise<boolean> {
  const changed = await sql`
    update market.account set permission_type = 0, token_epoch = token_epoch + 1
    where id = ${id} and permission_type = 1 and deleted_at is null returning id`
  return changed.length > 0
}

/** Suspends an account whose role is below `level` and ends its sessions; its role, or undefined. */
export async function suspendAccount(sql: Sql, id: string, level: number, now: Date): Promise<number | undefined> {
  const [changed] = await sql<{ permissionType: number }[]>`
    update market.account set suspended_at = ${now}, token_epoch = token_epoch + 1
    where id = ${id} and permission_type < ${level} and suspended_at is null and deleted_at is null
    returning permission_type as "permissionType"`
  return changed?.permissionType
}

/** Ends the suspension of an account whose role is below `level`; its role, or undefined. */
export async function reinstateAccount(sql: Sql, id: string, level: number): Promise<number | undefined> {
  const [changed] = await sql<{ permissionType: number }[]>`
    update market.account set suspended_at = null
    where id = ${id} and permission_type < ${level} and suspended_at is not null and deleted_at is null
    returning permission_type as "permissionType"`
  return changed?.permissionType
}

export async function findRole(sql: Sql, id: string): Promise<number | undefined> {
  const [found] = await sql<{ permissionType: number }[]>`
    select permission_type as "permissionType" from market.account where id = ${id} and deleted_at is null`
  return found?.permissionType
}

/** Unlists all books of an account that is suspended: nobody should buy from somebody who cannot bring the book. */
export async function unlistBooksOf(sql: Sql, owner: string, by: string, now: Date): Promise<void> {
  await sql`
    with unlisted as (
      update market.book set status = 5 where owner_id = ${owner} and status = 0 and deleted_at is null returning id)
    insert into market.book_move (book_id, move, from_status, to_status, by_id, reason, at)
    select id, 'unlist', 0, 5, ${by}, 'account suspended', ${now} from unlisted`
}
