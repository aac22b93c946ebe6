import type { Sql } from '@portico/kit/database/sql'
import { LIMITS } from '../limits.ts'

/** A picture that is stored and belongs to no book yet. */
export interface Draft {
  picture: string
  /** As the file was called. */
  name: string
}

export function findDrafts(sql: Sql, accountId: string, pictures: readonly string[]) {
  return sql<Draft[]>`
    select picture, name from market.picture_draft
    where account_id = ${accountId} and picture = any(${pictures}) order by array_position(${pictures}, picture)`
}

/** Stores drafts of an account; the pictures of older ones that had to make room, whose files can be deleted. */
export async function storeDrafts(sql: Sql, accountId: string, drafts: readonly Draft[], now: Date): Promise<string[]> {
  await sql`
    insert into market.picture_draft (picture, account_id, name, created_at)
    select picture, ${accountId}, name, ${now}
    from json_to_recordset(${JSON.stringify(drafts)}::text::json) as row (picture text, name text)
    on conflict do nothing`
  const kept = drafts.map(({ picture }) => picture)
  const gone = await sql<{ picture: string }[]>`
    delete from market.picture_draft where picture in (
      select picture from market.picture_draft where account_id = ${accountId} and picture <> all(${kept})
      order by created_at desc, picture offset ${Math.max(0, LIMITS.pictureDrafts - kept.length)})
    returning picture`
  return gone.map(({ picture }) => picture)
}

/** Forgets drafts; their files stay. Those that were there. */
export async function takeDrafts(sql: Sql, accountId: string, pictures: readonly string[]): Promise<string[]> {
  const taken = await sql<{ picture: string }[]>`
    delete from market.picture_draft where account_id = ${accountId} and picture = any(${pictures}) returning picture`
  const found = new Set(taken.map(({ picture }) => picture))
  return pictures.filter(picture => found.has(picture))
}

/** Deletes the drafts that were made before a time; at most so many. */
export async function removeDraftsBefore(sql: Sql, before: Date, most: number): Promise<string[]> {
  const gone = await sql<{ picture: string }[]>`
    delete from market.picture_draft where picture in (
      select picture from market.picture_draft where created_at < ${before} order by created_at limit ${most})
    returning picture`
  return gone.map(({ picture }) => picture)
}

/** All drafts of an account; for somebody who leaves. */
export async function removeDraftsOf(sql: Sql, accountId: string): Promise<string[]> {
  const gone = await sql<{ picture: string }[]>`
    delete from market.picture_draft where account_id = ${accountId} returning picture`
  return gone.map(({ picture }) => picture)
}
