import { type Fragment, fragment, plainText } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySeeName, type OwnedEntity } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { isEarlier, isLater, type Moment } from './momentStore.ts'

interface NamedBy {
  table: string
  name: string
  logged: string
  /** Whose visibility counts; the others are open to everybody in the company. */
  seen?: OwnedEntity
  id?: 'uuid'
}

/** What records name by an id, and how people know it: the table, and the column of its name. */
export const NAMED = {
  user: { table: 'app_user', name: 'name', logged: 'user' },
  person: { table: 'person', name: 'name', logged: 'person', seen: 'person' },
  organization: { table: 'organization', name: 'name', logged: 'organization', seen: 'organization' },
  deal: { table: 'deal', name: 'title', logged: 'deal', seen: 'deal' },
  lead: { table: 'lead', name: 'title', logged: 'lead', seen: 'lead', id: 'uuid' },
  product: { table: 'product', name: 'name', logged: 'product', seen: 'product' },
  pipeline: { table: 'pipeline', name: 'name', logged: 'pipeline' },
  stage: { table: 'stage', name: 'name', logged: 'stage' },
  project: { table: 'project', name: 'title', logged: 'project' },
  board: { table: 'project_board', name: 'name', logged: 'project_board' },
  phase: { table: 'project_phase', name: 'name', logged: 'project_phase' },
} as const satisfies Record<string, NamedBy>

export type NamedKind = keyof typeof NAMED

/** Names of records at the moment of an export, by id; those that the caller may not know are left out. */
export async function namesThen(
  { sql, actor }: Crm,
  kind: NamedKind,
  ids: readonly string[],
  moment: Moment,
): Promise<ReadonlyMap<string, string>> {
  const named: NamedBy = NAMED[kind]
  const lines = sql`c.company_id = r.company_id and c.entity = ${named.logged} and c.entity_id = r.id::text`
  const rows = await sql<{ id: string; name: string }[]>`
    select r.id::text as id, case
      when exists (select from crm.change c where ${lines} and ${isLater(moment)})
      then coalesce((select c.after ->> ${named.name}::text from crm.change c where ${lines} and ${isEarlier(moment)}
        and c.after is not null order by c.seq desc limit 1), r.${sql(named.name)})
      else r.${sql(named.name)} end as name
    from ${known(actor, named, ids)}`
  return new Map(rows.map(row => [row.id, row.name]))
}

/** The same as they are now. */
export async function namesNow(
  { sql, actor }: Crm,
  kind: NamedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named: NamedBy = NAMED[kind]
  const rows = await sql<{ id: string; name: string }[]>`
    select r.id::text as id, r.${sql(named.name)} as name from ${known(actor, named, ids)}`
  return new Map(rows.map(row => [row.id, row.name]))
}

/** The rows of these ids whose names the caller may know, as `r`. */
function known(actor: Actor, { table, id, seen }: NamedBy, ids: readonly string[]): Fragment {
  return fragment`crm.${fragment(table)} r
    where r.company_id = ${actor.companyId} and r.id = any(${ids}::text[]::${plainText(id ?? 'bigint')}[])
      and ${seen ? maySeeName(actor, seen, 'r') : fragment`true`}`
}
