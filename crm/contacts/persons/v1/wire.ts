import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { addressColumnsV1 } from '../../../base/records/address.ts'
import { emailList, expandedOrganization, phoneList } from '../../../base/records/v1/expand.ts'
import { personFactGroups, selectFacts } from '../../contactFacts.ts'
import { COUNTED, expandedOwner } from '../../v1/contacts.ts'
import { personFields } from '../fields.ts'
import { pictureV1 } from '../pictureWire.ts'

const FACTS = [
  ...COUNTED,
  'participant_open_deals_count',
  'participant_closed_deals_count',
  'last_incoming_mail_time',
  'last_outgoing_mail_time',
]

const plain = plainColumns(personFields, 'p')

/** The columns of a person on the v1 wire, for `crm.person p`, and what they have to be joined with. */
export async function personWireV1(crm: Crm): Promise<{ columns: Fragment; joins: Fragment }> {
  const { actor, services } = crm
  const mailbox = services.mailboxOf(actor)
  const facts = selectFacts(personFactGroups(actor, await fieldsOf(crm, 'deal'), 'v1'), FACTS)
  return {
    columns: sql`
      p.id, p.company_id, ${expandedOwner('owner')} as owner_id, ${expandedOrganization(actor, 'org', mailbox)} as org_id,
      p.name, p.first_name, p.last_name ${facts.columns}, not p.is_deleted as active_flag, ${phoneList('p')} as phone,
      ${emailList('p')} as email, lower(left(p.name, 1)) as first_char, crm.time_v1(p.add_time) as add_time,
      crm.time_v1(p.update_time) as update_time, crm.time_v1(p.delete_time) as delete_time, p.visible_to::text as visible_to,
      ${pictureV1(services.origin)} as picture_id, p.label_ids[1] as label, p.label_ids,
      case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name, owner.name as owner_name,
      ${mailbox}::text as cc_email, p.im, ${addressColumnsV1(sql`p.postal_address`, 'postal_address')},
      ${plain}, p.marketing_status`,
    joins: sql`
      join crm.app_user owner on owner.company_id = p.company_id and owner.id = p.owner_id
      left join crm.organization org on org.company_id = p.company_id and org.id = p.org_id
      left join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
      ${facts.joins}`,
  }
}

/** The columns of a person in the collection, which writes no relations out. */
export function collectedColumns(crm: Crm): Fragment {
  return sql`
    p.id, not p.is_deleted as active_flag, p.owner_id, p.org_id, p.name, ${emailList('p')} as email, ${phoneList('p')} as phone,
    crm.time_v1(p.update_time) as update_time, crm.time_v1(p.delete_time) as delete_time, crm.time_v1(p.add_time) as add_time,
    p.visible_to::text as visible_to, p.picture_id, p.label_ids[1] as label, p.label_ids,
    ${crm.services.mailboxOf(crm.actor)}::text as cc_email, p.marketing_status`
}
