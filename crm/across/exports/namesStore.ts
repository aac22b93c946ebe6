import { plainText } from '@portico/kit/database/sql'
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
    from crm.${sql(named.table)} r
    where r.company_id = ${actor.companyId} and r.id = any(${ids}::text[]::${plainText(named.id ?? 'bigint')}[])
      and ${named.seen ? maySeeName(actor, named.seen, 'r') : sql`true`}`
  return new Map(rows.map(row => [row.id, row.name]))
}
