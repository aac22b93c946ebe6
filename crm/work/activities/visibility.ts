import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee, type OwnedEntity, orWrote } from '../../base/access/visibility.ts'

/**
 * "May see" for `crm.activity` under the given alias. An activity has no visibility of its own: it is seen by its
 * owner, by those above the owner, and by everyone who may see all records it is linked to. A few activities are asked
 * one by one; where thousands are passed over it is cheaper to gather what the caller sees first.
 */
export function maySeeActivity(
  actor: Actor,
  alias: string,
  asking: 'one by one' | 'thousands' = 'one by one',
): Fragment {
  if (actor.isAdmin) return sql`true`
  const a = sql(alias)
  const maySeeLinked = asking === 'thousands' ? isAmongVisible : isVisible
  const linked = LINKS.map(([column, entity]) => maySeeLinked(actor, alias, column, entity))
  return sql`(${a}.owner_id = any(${[actor.userId, ...actor.groupsBelow]}::bigint[])
    or (${joined(linked, ' and ')}) ${orWrote(actor, 'activity', alias)})`
}

/** Projects are open to the whole company. */
const LINKS: readonly (readonly [column: string, entity: OwnedEntity])[] = [
  ['deal_id', 'deal'],
  ['lead_id', 'lead'],
  ['person_id', 'person'],
  ['org_id', 'organization'],
]

/** Not as `exists`: PostgreSQL would gather all records of the kind to look up a few. */
function isVisible(actor: Actor, alias: string, column: string, entity: OwnedEntity): Fragment {
  const a = sql(alias)
  return sql`(${a}.${sql(column)} is null or (select ${maySee(actor, entity, 'linked')} from crm.${sql(entity)} linked
    where linked.company_id = ${a}.company_id and linked.id = ${a}.${sql(column)}))`
}

function isAmongVisible(actor: Actor, alias: string, column: string, entity: OwnedEntity): Fragment {
  const a = sql(alias)
  return sql`(${a}.${sql(column)} is null or ${a}.${sql(column)} in (select linked.id from crm.${sql(entity)} linked
    where linked.company_id = ${actor.companyId} and ${maySee(actor, entity, 'linked')}))`
}
