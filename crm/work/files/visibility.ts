import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import { maySeeActivity } from '../activities/visibility.ts'
import { maySeeMessage } from '../mail/visibility.ts'

/** What a file can hang on: the column that names it, and its table. */
export const HANGS_ON = [
  ['deal_id', 'deal'],
  ['person_id', 'person'],
  ['org_id', 'organization'],
  ['product_id', 'product'],
  ['activity_id', 'activity'],
  ['lead_id', 'lead'],
  ['project_id', 'project'],
] as const

export type HangsOn = (typeof HANGS_ON)[number][1]

/**
 * "May see" for `crm.file` under the given alias. A file has no visibility of its own: it is seen by those who may see
 * every record it hangs on. One that hangs on none is seen by whoever brought it, and by those above. An attachment is
 * seen with its mail message, which may be private to one user.
 */
export function maySeeFile(actor: Actor, alias: string): Fragment {
  const file = sql(alias)
  const attached = sql`(${file}.mail_message_id is null or ${maySeeMessage(actor, `${alias}.mail_message_id`)})`
  if (actor.isAdmin) return attached
  const seen = HANGS_ON.map(
    // Asked row by row: as `exists` PostgreSQL would first gather all records of the kind to look them up in.
    ([column, table]) => sql`(${file}.${sql(column)} is null or (select ${maySeeRecord(actor, table, 'bearer')}
      from crm.${sql(table)} bearer where bearer.company_id = ${file}.company_id and bearer.id = ${file}.${sql(column)}))`,
  )
  return sql`(${joined(seen, ' and ')} and ${attached}
    and (num_nonnulls(${linksOf(alias)}) > 0 or ${file}.user_id = any(${[actor.userId, ...actor.groupsBelow]}::bigint[])))`
}

/** The columns by which a file hangs on records, for counting them. */
export function linksOf(alias: string): Fragment {
  const columns = [...HANGS_ON.map(([column]) => column), 'mail_message_id']
  return joined(
    columns.map(column => sql`${sql(alias)}.${sql(column)}`),
    ', ',
  )
}

/** "May see" for a record that a file hangs on. */
export function maySeeRecord(actor: Actor, table: HangsOn, alias: string): Fragment {
  return table === 'activity' ? maySeeActivity(actor, alias) : maySee(actor, table, alias)
}
