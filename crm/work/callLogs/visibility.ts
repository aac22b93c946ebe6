import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { maySeeLinked } from '../linkedRecords.ts'

/**
 * "May see" for `crm.call_log` under the given alias: whoever made the call, and those who may see every record it is
 * about, when it is about any.
 */
export function maySeeCall(actor: Actor, alias: string): Fragment {
  const c = sql(alias)
  return actor.isAdmin
    ? EVERYTHING
    : sql`(${c}.user_id = ${actor.userId}
        or (num_nonnulls(${linksOfCall(alias)}) > 0 and ${maySeeLinked(actor, alias, 'one by one')}))`
}

/** The columns by which a call is about records, for counting them. */
function linksOfCall(alias: string): Fragment {
  const c = sql(alias)
  return sql`${c}.deal_id, ${c}.lead_id, ${c}.person_id, ${c}.org_id`
}
