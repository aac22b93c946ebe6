import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import type { Crm } from '../api/context.ts'
import { logChange } from '../changes/logStore.ts'
import { checkReferences } from '../records/references.ts'
import type { FollowedEntity } from './followed.ts'

/** Followers of a record of any kind. Callers have made sure that the record is visible, and not deleted when they add one. */

export interface Follower {
  id: number
  user_id: number
  add_time: Date
}

export const DeletedFollower = Type.Object({ id: Type.Integer() })

/** Makes a user follow a record; following twice is following once. */
export async function follow(crm: Crm, entity: FollowedEntity, id: number, userId: number): Promise<Follower> {
  const { sql, actor, now } = crm
  await checkReferences(crm, { owner_id: userId }, 'user_id')
  const [added] = await sql<Follower[]>`
    insert into crm.follower (company_id, entity, entity_id, user_id, add_time)
    values (${actor.companyId}, ${entity}, ${id}, ${userId}, ${now})
    on conflict (company_id, entity, entity_id, user_id) do nothing returning id, user_id, add_time`
  if (added) {
    await logChange(crm, `${entity}Follower`, id, 'added', { follower_user_id: userId })
    return added
  }
  const [there] = await sql<Follower[]>`
    select id, user_id, add_time from crm.follower
    where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id} and user_id = ${userId}`
  if (!there) throw failure('conflict', 'The follower was just removed, try again')
  return there
}

export async function listFollowers({ sql, actor }: Crm, entity: FollowedEntity, id: number): Promise<Follower[]> {
  return sql<Follower[]>`
    select id, user_id, add_time from crm.follower
    where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id} order by id`
}

/** Ends a following, named by its own id (v1) or by the user (v2). */
export async function unfollow(
  crm: Crm,
  entity: FollowedEntity,
  id: number,
  which: { followerId: number } | { userId: number },
): Promise<number> {
  const { sql, actor } = crm
  const named = 'followerId' in which ? sql`id = ${which.followerId}` : sql`user_id = ${which.userId}`
  const [removed] = await sql<{ id: number; user_id: number }[]>`
    delete from crm.follower
    where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id} and ${named} returning id, user_id`
  if (!removed) throw failure('missing', 'Follower not found')
  await logChange(crm, `${entity}Follower`, id, 'deleted', { follower_user_id: removed.user_id })
  return removed.id
}
