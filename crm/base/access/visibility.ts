import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from './actor.ts'

/** Kinds of records that have an owner, a visibility and followers. */
export type VisibleEntity = 'deal' | 'person' | 'organization' | 'product'
/** Those and leads, which nobody can follow. */
export type OwnedEntity = VisibleEntity | 'lead'

/** Who may see a record, from its owner's point of view. */
export const VISIBLE_TO = { owner: 1, group: 3, groupAndBelow: 5, everyone: 7 } as const

/** Who sees a new record when nobody says. */
export function defaultVisibility(actor: Actor, entity: OwnedEntity): number {
  const setting = entity === 'organization' ? 'org' : entity
  return actor.defaultVisibility[`${setting}_default_visibility`] ?? VISIBLE_TO.everyone
}

/**
 * "May see" as SQL, for a table with `company_id`, `id`, `owner_id` and `visible_to` under the given alias.
 * Admins see everything. Others see what is open to all, what is their own or of people in groups below theirs,
 * what is open to the owner's group when it is theirs too or lies above theirs and opens downwards, and what they follow.
 */
export function maySee(actor: Actor, entity: OwnedEntity, alias: string): Fragment {
  if (actor.isAdmin) return EVERYTHING
  const record = sql(alias)
  return sql`(${record}.visible_to = 7
    or ${record}.owner_id = any(${[actor.userId, ...actor.groupsBelow]}::bigint[])
    or (${record}.visible_to in (3, 5) and ${record}.owner_id = any(${actor.sameGroup}::bigint[]))
    or (${record}.visible_to = 5 and ${record}.owner_id = any(${actor.groupsAbove}::bigint[]))
    ${entity === 'lead' ? sql`` : orFollows(actor, entity, alias)} ${orWrote(actor, entity, alias)})`
}

/** A call sees what it has just written, wherever it gave it away to. */
export function orWrote({ wrote }: Actor, entity: string, alias: string): Fragment {
  return wrote?.entity === entity ? sql`or ${sql(alias)}.id = ${wrote.id}` : sql``
}

const EVERYTHING = sql`true`

function orFollows(actor: Actor, entity: VisibleEntity, alias: string): Fragment {
  return sql`or exists (select from crm.follower f where f.company_id = ${actor.companyId} and f.user_id = ${actor.userId}
    and f.entity = ${entity} and f.entity_id = ${sql(alias)}.id)`
}
