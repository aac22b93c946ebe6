import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'
import { maySeeUser } from '../access.ts'
import { missingUser } from '../store.ts'
import { userColumns } from './wire.ts'

/** The JSON text of the user who makes the call. */
export async function findCurrentUser({ sql, actor }: Crm): Promise<string> {
  const [found] = await sql<{ wire: string }[]>`
    select row_to_json(w)::text as wire from (
      select ${userColumns(actor)}, c.id as company_id, c.name as company_name, c.domain as company_domain,
        c.country as company_country, c.industry as company_industry,
        json_build_object('language_code', split_part(u.locale, '_', 1), 'country_code', split_part(u.locale, '_', 2)) as language
      from crm.app_user u join crm.company c on c.id = u.company_id
      where u.company_id = ${actor.companyId} and u.id = ${actor.userId}
    ) w`
  if (!found) throw failure('missing', 'User not found')
  return found.wire
}

/** The JSON text of a user whom the caller may see, deleted ones included: records go on naming them. */
export async function findUser({ sql, actor }: Crm, id: number): Promise<string> {
  const [found] = await sql<{ wire: string }[]>`
    select row_to_json(w)::text as wire from crm.app_user u cross join lateral (select ${userColumns(actor)}) w
    where u.company_id = ${actor.companyId} and u.id = ${id} and ${maySeeUser(actor)}`
  if (!found) throw missingUser()
  return found.wire
}

/** Users of these ids whom the caller may see, deleted ones too. */
export async function usersOfIds({ sql, actor }: Crm, ids: readonly number[]): Promise<{ id: number; wire: string }[]> {
  return sql<{ id: number; wire: string }[]>`
    select u.id, row_to_json(w)::text as wire from crm.app_user u cross join lateral (select ${userColumns(actor)}) w
    where u.company_id = ${actor.companyId} and u.id = any(${ids}::bigint[]) and ${maySeeUser(actor)}`
}

/** What a user is looked for by: a part of the name, or of the e-mail address. */
export interface Wanted {
  term: string
  by: 'name' | 'email'
}

/** The JSON text of the users whom the caller may see, switched-off ones included. */
export async function listUsers({ sql, actor }: Crm, wanted?: Wanted): Promise<string> {
  const matches = wanted ? sql`position(lower(${wanted.term}) in lower(u.${sql(wanted.by)})) > 0` : sql`true`
  const [found] = await sql<{ wire: string }[]>`
    select coalesce(json_agg(w order by w.id), '[]')::text as wire
    from crm.app_user u cross join lateral (select ${userColumns(actor)}) w
    where u.company_id = ${actor.companyId} and not u.is_deleted and ${maySeeUser(actor)} and ${matches}`
  return found?.wire ?? '[]'
}
