import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import { collectionFilter, collectionQuery } from '../../../base/lists/v1/collection.ts'
import { collectionPage } from '../../../base/lists/v1/collectionStore.ts'
import { CollectedOrganization } from './shape.ts'
import { collectedColumns } from './wire.ts'

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
    const where = collectionFilter(query, 'o')
    return collectionPage<CollectedOrganization>(
      crm,
      { entity: 'organization', alias: 'o', columns: collectedColumns(crm), where },
      query,
    )
  },
})

export const organizationCollection = [getOrganizationsCollection]
