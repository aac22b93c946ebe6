import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { customFieldsV2 } from '../../../base/fields/values.ts'
import { addressV2 } from '../../../base/records/address.ts'
import { type ContactFacts, organizationFactGroups, selectFacts } from '../../contactFacts.ts'
import { organizationFields } from '../fields.ts'

const plain = plainColumns(organizationFields, 'o')

/** The columns of an organization on the v2 wire, for `crm.organization o`. */
export function organizationColumnsV2(fields: Fields): Fragment {
  return sql`
    o.id, o.name, o.owner_id, crm.time_v2(o.add_time) as add_time, crm.time_v2(o.update_time) as update_time, o.is_deleted,
    o.visible_to, ${addressV2(sql`o.address`)} as address, o.label_ids, ${plain},
    ${customFieldsV2(fields, 'o')} as custom_fields`
}

/** What `include_fields` adds to those columns. */
export async function includedFacts(crm: Crm, wanted: readonly string[] = []): Promise<ContactFacts> {
  if (wanted.length === 0) return { columns: sql``, joins: sql`` }
  const mailbox = crm.services.mailboxOf(crm.actor)
  const own = { facts: { smart_bcc_email: sql`${mailbox}::text` }, join: sql`` }
  return selectFacts(
    [...organizationFactGroups(crm.actor, await fieldsOf(crm, 'deal'), 'v2'), own],
    [...new Set(wanted)],
  )
}
