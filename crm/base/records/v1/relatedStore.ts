import { maySee } from '../../access/visibility.ts'
import type { Crm } from '../../api/context.ts'
import { emailList, organizationAddress, phoneList } from './expand.ts'

export interface Related {
  deal?: readonly (number | null)[]
  user?: readonly (number | null)[]
  person?: readonly (number | null)[]
  organization?: readonly (number | null)[]
}

/** The named records of each kind by their ids, those that the caller may see; null for a kind without any. */
export async function selectRelated(
  { sql, actor, services }: Crm,
  related: Related,
): Promise<Partial<Record<keyof Related, unknown>>> {
  const { user = [], person = [], organization = [], deal = [] } = related
  // Behind a select the planner does not see how many there are: else it would make a plan for each call, which takes
  // longer than all the rest.
  const idsOf = (ids: readonly (number | null)[]) => sql`(select ${present(ids)}::bigint[])::bigint[]`
  const [found] = await sql<Record<keyof Related, unknown>[]>`
    select
      (select json_object_agg(u.id, json_build_object('id', u.id, 'name', u.name, 'email', u.email,
          'has_pic', (u.icon_url is not null)::int, 'pic_hash', null, 'active_flag', u.active))
        from crm.app_user u where u.company_id = ${actor.companyId} and u.id = any(${idsOf(user)})) as user,
      (select json_object_agg(p.id, json_build_object('active_flag', not p.is_deleted, 'id', p.id, 'name', p.name,
          'email', ${emailList('p')}, 'phone', ${phoneList('p')}, 'owner_id', p.owner_id))
        from crm.person p where p.company_id = ${actor.companyId} and p.id = any(${idsOf(person)})
          and ${maySee(actor, 'person', 'p')}) as person,
      (select json_object_agg(o.id, json_build_object('id', o.id, 'name', o.name,
          'people_count', (select count(*) from crm.person q where q.company_id = o.company_id and q.org_id = o.id and not q.is_deleted),
          'owner_id', o.owner_id, 'address', ${organizationAddress('o')}, 'active_flag', not o.is_deleted,
          'cc_email', ${services.mailboxOf(actor)}::text))
        from crm.organization o where o.company_id = ${actor.companyId} and o.id = any(${idsOf(organization)})
          and ${maySee(actor, 'organization', 'o')}) as organization,
      (select json_object_agg(d.id, json_build_object('id', d.id, 'title', d.title, 'status', d.status, 'value', d.value,
          'currency', d.currency, 'stage_id', d.stage_id, 'pipeline_id', d.pipeline_id))
        from crm.deal d where d.company_id = ${actor.companyId} and d.id = any(${idsOf(deal)})
          and ${maySee(actor, 'deal', 'd')}) as deal`
  return found ?? {}
}

function present(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter(id => id !== null))]
}
