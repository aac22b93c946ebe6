import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { addressColumnsV1 } from '../../../base/records/address.ts'
import { organizationFactGroups, selectFacts } from '../../contactFacts.ts'
import { COUNTED, expandedOwner } from '../../v1/contacts.ts'
import { organizationFields } from '../fields.ts'

const plain = plainColumns(organizationFields, 'o')

/** The columns of an organization on the v1 wire, for `crm.organization o`, and what they have to be joined with. */
export async function organizationWireV1(crm: Crm): Promise<{ columns: Fragment; joins: Fragment }> {
  const { actor, services } = crm
  const facts = selectFacts(organizationFactGroups(actor, await fieldsOf(crm, 'deal'), 'v1'), [
    ...COUNTED,
    'people_count',
  ])
  return {
    // No call gives an organization a picture.
    columns: sql`
      o.id, o.company_id, ${expandedOwner('owner')} as owner_id, o.name ${facts.columns}, not o.is_deleted as active_flag,
      null::json as picture_id, lower(o.address ->> 'country_code') as country_code, lower(left(o.name, 1)) as first_char,
      crm.time_v1(o.add_time) as add_time, crm.time_v1(o.update_time) as update_time, crm.time_v1(o.delete_time) as delete_time,
      o.visible_to::text as visible_to, o.label_ids[1] as label, o.label_ids, ${addressColumnsV1(sql`o.address`, 'address')},
      owner.name as owner_name, ${services.mailboxOf(actor)}::text as cc_email, ${plain}`,
    joins: sql`
      join crm.app_user owner on owner.company_id = o.company_id and owner.id = o.owner_id
      ${facts.joins}`,
  }
}

/** The columns of an organization in the collection, which counts nothing. */
export function collectedColumns({ services, actor }: Crm): Fragment {
  return sql`
    o.id, not o.is_deleted as active_flag, o.owner_id, o.name, crm.time_v1(o.update_time) as update_time,
    crm.time_v1(o.delete_time) as delete_time, crm.time_v1(o.add_time) as add_time, o.visible_to::text as visible_to,
    o.label_ids[1] as label, o.label_ids, ${services.mailboxOf(actor)}::text as cc_email,
    ${addressColumnsV1(sql`o.address`, 'address')}`
}
