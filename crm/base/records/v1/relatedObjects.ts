import { optional } from '@portico/kit/api/schemas'
import Type, { type TSchema } from 'typebox'
import { maySee } from '../../access/visibility.ts'
import type { Crm } from '../../api/context.ts'
import { emailList, organizationAddress, phoneList } from './expand.ts'

/** `{ "12": {…}, "15": {…} }`; the placeholder is how the contract writes "any id". */
export function byId<T extends TSchema>(placeholder: string, schema: T) {
  return Type.Object({ [placeholder]: optional(schema) }, { additionalProperties: schema })
}

const Contact = Type.Array(Type.Object({ label: Type.String(), value: Type.String(), primary: Type.Boolean() }))

const RelatedDeal = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  status: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  stage_id: Type.Integer(),
  pipeline_id: Type.Integer(),
})

/** What v1 answers carry beside their data: each user, person, organization and deal they name, once. */
export const RelatedObjects = Type.Object({
  deal: optional(byId('DEAL_ID', RelatedDeal)),
  user: optional(
    byId(
      'USER_ID',
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        email: Type.String(),
        has_pic: Type.Integer(),
        pic_hash: Type.Union([Type.String(), Type.Null()]),
        active_flag: Type.Boolean(),
      }),
    ),
  ),
  organization: optional(
    byId(
      'ORGANIZATION_ID',
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        people_count: Type.Integer(),
        owner_id: Type.Integer(),
        address: Type.Union([Type.String(), Type.Null()]),
        active_flag: Type.Boolean(),
        cc_email: Type.String(),
      }),
    ),
  ),
  person: optional(
    byId(
      'PERSON_ID',
      Type.Object({
        active_flag: Type.Boolean(),
        id: Type.Integer(),
        name: Type.String(),
        email: Contact,
        phone: Contact,
        owner_id: Type.Integer(),
      }),
    ),
  ),
})

export interface Related {
  deal?: readonly (number | null)[]
  user?: readonly (number | null)[]
  person?: readonly (number | null)[]
  organization?: readonly (number | null)[]
}

/** Looks up what an answer names. Kinds without any record are left out, as are records the caller may not see. */
export async function relatedObjects(
  { sql, actor, services }: Crm,
  related: Related,
): Promise<Record<string, unknown>> {
  const { user = [], person = [], organization = [], deal = [] } = related
  const [found] = await sql<Record<keyof Related, unknown>[]>`
    select
      (select json_object_agg(u.id, json_build_object('id', u.id, 'name', u.name, 'email', u.email,
          'has_pic', (u.icon_url is not null)::int, 'pic_hash', null, 'active_flag', u.active))
        from crm.app_user u where u.company_id = ${actor.companyId} and u.id = any(${present(user)}::bigint[])) as user,
      (select json_object_agg(p.id, json_build_object('active_flag', not p.is_deleted, 'id', p.id, 'name', p.name,
          'email', ${emailList('p')}, 'phone', ${phoneList('p')}, 'owner_id', p.owner_id))
        from crm.person p where p.company_id = ${actor.companyId} and p.id = any(${present(person)}::bigint[])
          and ${maySee(actor, 'person', 'p')}) as person,
      (select json_object_agg(o.id, json_build_object('id', o.id, 'name', o.name,
          'people_count', (select count(*) from crm.person q where q.company_id = o.company_id and q.org_id = o.id and not q.is_deleted),
          'owner_id', o.owner_id, 'address', ${organizationAddress('o')}, 'active_flag', not o.is_deleted,
          'cc_email', ${services.mailboxOf(actor)}::text))
        from crm.organization o where o.company_id = ${actor.companyId} and o.id = any(${present(organization)}::bigint[])
          and ${maySee(actor, 'organization', 'o')}) as organization,
      (select json_object_agg(d.id, json_build_object('id', d.id, 'title', d.title, 'status', d.status, 'value', d.value,
          'currency', d.currency, 'stage_id', d.stage_id, 'pipeline_id', d.pipeline_id))
        from crm.deal d where d.company_id = ${actor.companyId} and d.id = any(${present(deal)}::bigint[])
          and ${maySee(actor, 'deal', 'd')}) as deal`
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, objects]) => objects !== null))
}

function present(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter(id => id !== null))]
}
