import { maySee } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'

interface Named {
  owner_id: number | null
  person_id: number | null
  org_id: number | null
  currency: string | null
}

/** Of each reference, whether what it names is there for the caller; one that names nothing counts as there. */
export async function referencesThere(
  { sql, actor }: Crm,
  { owner_id, person_id, org_id, currency }: Named,
): Promise<Partial<Record<keyof Named, boolean>>> {
  const [found] = await sql<Record<keyof Named, boolean>[]>`
    select
      ${owner_id}::bigint is null or exists (select from crm.app_user u
        where u.company_id = ${actor.companyId} and u.id = ${owner_id} and u.active and not u.is_deleted) as owner_id,
      ${person_id}::bigint is null or exists (select from crm.person p
        where p.company_id = ${actor.companyId} and p.id = ${person_id} and not p.is_deleted and ${maySee(actor, 'person', 'p')}) as person_id,
      ${org_id}::bigint is null or exists (select from crm.organization o
        where o.company_id = ${actor.companyId} and o.id = ${org_id} and not o.is_deleted and ${maySee(actor, 'organization', 'o')}) as org_id,
      ${currency}::text is null or exists (select from crm.currency c
        where c.company_id = ${actor.companyId} and c.code = ${currency} and c.active) as currency`
  return found ?? {}
}
