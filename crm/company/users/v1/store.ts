import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'
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
