import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { customFieldsV2 } from '../../../base/fields/values.ts'
import { addressV2 } from '../../../base/records/address.ts'
import { type ContactFacts, personFactGroups, selectFacts } from '../../contactFacts.ts'
import { personFields } from '../fields.ts'

const plain = plainColumns(personFields, 'p')

/** The columns of a person on the v2 wire, for `crm.person p`. */
export function personColumnsV2(fields: Fields): Fragment {
  return sql`
    p.id, p.name, p.first_name, p.last_name, p.owner_id, p.org_id, crm.time_v2(p.add_time) as add_time,
    crm.time_v2(p.update_time) as update_time, p.emails, p.phones, p.is_deleted, p.visible_to, p.label_ids, p.picture_id,
    ${addressV2(sql`p.postal_address`)} as postal_address, p.im, ${plain},
    ${customFieldsV2(fields, 'p')} as custom_fields`
}

/** What `include_fields` adds to those columns. */
export async function includedFacts(crm: Crm, wanted: readonly string[] = []): Promise<ContactFacts> {
  if (wanted.length === 0) return { columns: sql``, joins: sql`` }
  const mailbox = crm.services.mailboxOf(crm.actor)
  const own = {
    // Nobody was ever asked to confirm: there are no mails that ask.
    facts: {
      marketing_status: sql`p.marketing_status`,
      doi_status: sql`null::text`,
      smart_bcc_email: sql`${mailbox}::text`,
    },
    join: sql``,
  }
  return selectFacts([...personFactGroups(crm.actor, await fieldsOf(crm, 'deal'), 'v2'), own], [...new Set(wanted)])
}
