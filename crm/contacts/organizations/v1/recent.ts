import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { fieldsOf } from '../../../base/fields/check.ts'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { OrganizationV1 } from './shape.ts'
import { selectOrganizationsV1 } from './store.ts'

/** Names its owner by the id alone. */
const RecentOrganization = Type.Object(
  { ...OrganizationV1.properties, owner_id: Type.Integer() },
  { additionalProperties: true },
)

export const recentOrganizations: Recent = {
  item: 'organization',
  logged: 'organization',
  shape: RecentOrganization,
  async show(crm, ids) {
    const fields = await fieldsOf(crm, 'organization')
    const rows = await selectOrganizationsV1(crm, sql`o.id = any(${ids}::bigint[])`, sql`o.id`, ALL_OF_THEM)
    return textsById(rows, row => JSON.stringify({ ...JSON.parse(textV1(fields, row)), owner_id: row.owner_id }))
  },
}
