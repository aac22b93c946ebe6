import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING, orWrote } from '../../base/access/visibility.ts'
import { type Asking, maySeeLinked } from '../linkedRecords.ts'

/**
 * "May see" for `crm.activity` under the given alias. An activity has no visibility of its own: it is seen by its
 * owner, by those above the owner, and by everyone who may see all records it is linked to.
 */
export function maySeeActivity(actor: Actor, alias: string, asking: Asking = 'one by one'): Fragment {
  if (actor.isAdmin) return EVERYTHING
  return sql`(${sql(alias)}.owner_id = any(${[actor.userId, ...actor.groupsBelow]}::bigint[])
    or (${maySeeLinked(actor, alias, asking)}) ${orWrote(actor, 'activity', alias)})`
}
