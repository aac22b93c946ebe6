import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { cursorPage, keyset, nextCursor } from '../../../base/lists/cursor.ts'
import { collectionFilter, collectionQuery } from '../../../base/lists/v1/collection.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { CollectedOrganization } from './shape.ts'
import { collectOrganizations } from './store.ts'

const getOrganizationsCollection = v1({
  route: 'GET /organizations/collection',
  summary: 'Walk through all organizations by cursor, deleted ones too; for admins',
  scopes: ['contacts:read', 'contacts:full'],
  rights: ['sales_admin'],
  query: collectionQuery,
  reply: Type.Array(CollectedOrganization),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const { limit = 100, cursor } = query
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'o')
    const rows = await collectOrganizations(crm, collectionFilter(query, 'o'), page, limit)
    const fields = await fieldsOf(crm, 'organization')
    return cursorPage<CollectedOrganization>(
      rows.map(row => ({ ...row, wire: textV1(fields, row) })),
      limit,
    )
  },
})

export const organizationCollection = [getOrganizationsCollection]
