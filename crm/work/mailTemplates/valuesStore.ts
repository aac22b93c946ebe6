import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { MergeValues } from './mergeFields.ts'

interface Written {
  deal_id?: number | undefined
  lead_id?: string | undefined
  address?: string | undefined
}

/**
 * What a template is filled in with: the deal that a message is on, the person it goes to (else the contact of the deal or
 * lead) and their organization, as far as the caller may see each, and the caller.
 */
export async function selectMergeValues(
  { sql, actor }: Crm,
  { deal_id, lead_id, address }: Written,
): Promise<MergeValues> {
  const [values] = await sql<MergeValues[]>`
    with deal as (
      select d.* from crm.deal d
      where d.company_id = ${actor.companyId} and d.id = ${deal_id ?? null}::bigint and not d.is_deleted
        and ${maySee(actor, 'deal', 'd')}
    ), lead as (
      select l.* from crm.lead l
      where l.company_id = ${actor.companyId} and l.id = ${lead_id ?? null}::uuid and not l.is_deleted
        and ${maySee(actor, 'lead', 'l')}
    ), recipient as (
      select p.id from crm.person p
      where p.company_id = ${actor.companyId} and crm.email_addresses(p.emails) @> array[lower(${address ?? ''}::text)]
        and not p.is_deleted and ${maySee(actor, 'person', 'p')}
      order by p.id limit 1
    ), person as (
      select p.* from crm.person p
      where p.company_id = ${actor.companyId}
        and p.id = coalesce((select id from recipient), (select person_id from deal), (select person_id from lead))
        and not p.is_deleted and ${maySee(actor, 'person', 'p')}
    ), organization as (
      select o.* from crm.organization o
      where o.company_id = ${actor.companyId}
        and o.id = coalesce((select org_id from deal), (select organization_id from lead), (select org_id from person))
        and not o.is_deleted and ${maySee(actor, 'organization', 'o')}
    )
    select
      (select json_build_object('name', p.name, 'first_name', p.first_name, 'last_name', p.last_name,
        'email', ${first('emails')}, 'phone', ${first('phones')}) from person p) as person,
      (select json_build_object('name', o.name, 'address', o.address ->> 'value', 'website', o.website)
        from organization o) as organization,
      (select json_build_object('title', d.title, 'value', crm.formatted_money(d.value, money.symbol), 'stage', stage.name,
          'expected_close_date', d.expected_close_date::text)
        from deal d join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
        left join crm.currency money on money.company_id = d.company_id and money.code = d.currency) as deal,
      (select json_build_object('name', u.name, 'email', u.email, 'phone', u.phone, 'company', c.name)
        from crm.app_user u join crm.company c on c.id = u.company_id
        where u.company_id = ${actor.companyId} and u.id = ${actor.userId}) as sender`
  return values ?? {}
}

/** The primary one, else the first. */
function first(points: 'emails' | 'phones'): Fragment {
  const list = fragment(`p.${points}`)
  return fragment`coalesce(jsonb_path_query_first(${list}, '$[*] ? (@.primary == true)'), ${list} -> 0) ->> 'value'`
}
