import { maySee } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import { doesNotExist } from './doesNotExist.ts'

/** Ids in a request body that name other records. */
export interface References {
  owner_id?: number | null | undefined
  person_id?: number | null | undefined
  org_id?: number | null | undefined
  currency?: string | undefined
}

/** What an update says anew: a record may keep the names it has, even of what is gone or out of sight by now. */
export function changed<Input extends object>(input: Input, stored: object): Partial<Input> {
  const before = stored as Partial<Input>
  const anew: Partial<Input> = {}
  for (const name in input) if (input[name] !== before[name]) anew[name] = input[name]
  return anew
}

/**
 * Refuses a reference to something that is not there or that the caller may not see, naming the field: `name` where
 * the caller calls it otherwise.
 */
export async function checkReferences({ sql, actor }: Crm, references: References, name?: string): Promise<void> {
  const { owner_id = null, person_id = null, org_id = null, currency = null } = references
  if (owner_id === null && person_id === null && org_id === null && currency === null) return
  const [found] = await sql<Record<keyof References, boolean>[]>`
    select
      ${owner_id}::bigint is null or exists (select from crm.app_user u
        where u.company_id = ${actor.companyId} and u.id = ${owner_id} and u.active and not u.is_deleted) as owner_id,
      ${person_id}::bigint is null or exists (select from crm.person p
        where p.company_id = ${actor.companyId} and p.id = ${person_id} and not p.is_deleted and ${maySee(actor, 'person', 'p')}) as person_id,
      ${org_id}::bigint is null or exists (select from crm.organization o
        where o.company_id = ${actor.companyId} and o.id = ${org_id} and not o.is_deleted and ${maySee(actor, 'organization', 'o')}) as org_id,
      ${currency}::text is null or exists (select from crm.currency c
        where c.company_id = ${actor.companyId} and c.code = ${currency} and c.active) as currency`
  for (const [column, there] of Object.entries(found ?? {})) {
    const field = name ?? column
    if (!there) throw doesNotExist(field, references[column as keyof References])
  }
}
