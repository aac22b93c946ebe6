import { type Fragment, fragment as sql } from '@portico/kit/database'
import type { Actor } from '../access/actor.ts'
import { maySee, type OwnedEntity, orWrote } from '../access/visibility.ts'

/**
 * "May see" for `crm.activity` under the given alias. An activity has no visibility of its own: it is seen by its
 * owner, by those above the owner, and by everyone who may see all records it is linked to.
 */
export function maySeeActivity(actor: Actor, alias: string): Fragment {
  if (actor.isAdmin) return sql`true`
  const a = sql(alias)
  const linked = LINKS.map(([column, entity]) => maySeeLinked(actor, alias, column, entity))
  return sql`(${a}.owner_id = any(${[actor.userId, ...actor.groupsBelow]}::bigint[])
    or (${linked.reduce((all, next) => sql`${all} and ${next}`)}) ${orWrote(actor, 'activity', alias)})`
}

/** Projects are open to the whole company. */
const LINKS: readonly (readonly [column: string, entity: OwnedEntity])[] = [
  ['deal_id', 'deal'],
  ['lead_id', 'lead'],
  ['person_id', 'person'],
  ['org_id', 'organization'],
]

/** Asked row by row: as `exists` PostgreSQL would first gather all records of the kind to look them up in. */
function maySeeLinked(actor: Actor, alias: string, column: string, entity: OwnedEntity): Fragment {
  const a = sql(alias)
  return sql`(${a}.${sql(column)} is null or (select ${maySee(actor, entity, 'linked')} from crm.${sql(entity)} linked
    where linked.company_id = ${a}.company_id and linked.id = ${a}.${sql(column)}))`
}
