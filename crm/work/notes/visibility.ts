import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { type Asking, maySeeLinked } from '../linkedRecords.ts'

/**
 * "May see" for `crm.note` under the given alias. A note has no visibility of its own: it is seen by those who may see
 * every record it is on, its author among them or not.
 */
export function maySeeNote(actor: Actor, alias: string, asking: Asking = 'one by one'): Fragment {
  return actor.isAdmin ? EVERYTHING : sql`(${maySeeLinked(actor, alias, asking)})`
}

/** "May see" for `crm.comment` under the given alias: comments are seen with their note. */
export function maySeeComment(actor: Actor, alias: string): Fragment {
  if (actor.isAdmin) return EVERYTHING
  const comment = sql(alias)
  return sql`(select ${maySeeNote(actor, 'bearer')} from crm.note bearer
    where bearer.company_id = ${comment}.company_id and bearer.id = ${comment}.note_id)`
}

/** The columns by which a note is on records, for counting them. */
export function linksOfNote(alias: string): Fragment {
  const n = sql(alias)
  return sql`${n}.deal_id, ${n}.lead_id, ${n}.person_id, ${n}.org_id, ${n}.project_id, ${n}.task_id`
}
