import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../base/access/actor.ts'
import { maySee, type OwnedEntity } from '../base/access/visibility.ts'

/** The records that an activity or a note is about: the column that names one, and its table. Projects are open to all. */
export const LINKS = [
  ['deal_id', 'deal'],
  ['lead_id', 'lead'],
  ['person_id', 'person'],
  ['org_id', 'organization'],
] as const satisfies readonly (readonly [column: string, entity: OwnedEntity])[]

/** What it can be about beside them. */
export const PROJECT_LINK = ['project_id', 'project'] as const

/** A few rows are asked one by one; where thousands are passed over it is cheaper to gather what the caller sees first. */
export type Asking = 'one by one' | 'thousands'

/** Whether the caller may see every record that the row under the given alias is linked to. */
export function maySeeLinked(actor: Actor, alias: string, asking: Asking): Fragment {
  const isSeen = asking === 'thousands' ? isAmongVisible : isVisible
  return joined(
    LINKS.map(([column, entity]) => isSeen(actor, alias, column, entity)),
    ' and ',
  )
}

/** Not as `exists`: PostgreSQL would gather all records of the kind to look up a few. */
function isVisible(actor: Actor, alias: string, column: string, entity: OwnedEntity): Fragment {
  const row = sql(alias)
  return sql`(${row}.${sql(column)} is null or (select ${maySee(actor, entity, 'linked')} from crm.${sql(entity)} linked
    where linked.company_id = ${row}.company_id and linked.id = ${row}.${sql(column)}))`
}

function isAmongVisible(actor: Actor, alias: string, column: string, entity: OwnedEntity): Fragment {
  const row = sql(alias)
  return sql`(${row}.${sql(column)} is null or ${row}.${sql(column)} in (select linked.id from crm.${sql(entity)} linked
    where linked.company_id = ${actor.companyId} and ${maySee(actor, entity, 'linked')}))`
}
