import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'

export interface Named {
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

/** The same for several records at once. */
export async function referencesOfSeveral(crm: Crm, all: readonly Named[]): Promise<Record<keyof Named, boolean>[]> {
  const { actor } = crm
  const ids = (column: 'owner_id' | 'person_id' | 'org_id') => [...new Set(all.flatMap(named => named[column] ?? []))]
  const codes = [...new Set(all.flatMap(({ currency }) => currency ?? []))]
  const [owners, persons, organizations, currencies] = [ids('owner_id'), ids('person_id'), ids('org_id'), codes]
  const there = {
    owner_id: await found(
      crm,
      owners,
      fragment`select u.id as name from crm.app_user u
      where u.company_id = ${actor.companyId} and u.id = any(${owners}::bigint[]) and u.active and not u.is_deleted`,
    ),
    person_id: await found(
      crm,
      persons,
      fragment`select p.id as name from crm.person p
      where p.company_id = ${actor.companyId} and p.id = any(${persons}::bigint[]) and not p.is_deleted
        and ${maySee(actor, 'person', 'p')}`,
    ),
    org_id: await found(
      crm,
      organizations,
      fragment`select o.id as name from crm.organization o
      where o.company_id = ${actor.companyId} and o.id = any(${organizations}::bigint[]) and not o.is_deleted
        and ${maySee(actor, 'organization', 'o')}`,
    ),
    currency: await found(
      crm,
      currencies,
      fragment`select c.code as name from crm.currency c
      where c.company_id = ${actor.companyId} and c.code = any(${currencies}::text[]) and c.active`,
    ),
  }
  const isThere = (named: Named, column: keyof Named) => named[column] === null || there[column].has(named[column])
  return all.map(named => ({
    owner_id: isThere(named, 'owner_id'),
    person_id: isThere(named, 'person_id'),
    org_id: isThere(named, 'org_id'),
    currency: isThere(named, 'currency'),
  }))
}

async function found({ sql }: Crm, wanted: readonly unknown[], select: Fragment): Promise<ReadonlySet<unknown>> {
  if (wanted.length === 0) return new Set()
  const rows = await sql<{ name: number | string }[]>`${select}`
  return new Set(rows.map(row => row.name))
}
