import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import { collectionFilter, collectionQuery } from '../../../base/lists/v1/collection.ts'
import { collectionPage } from '../../../base/lists/v1/collectionStore.ts'
import { CollectedPerson } from './shape.ts'
import { collectedColumns } from './wire.ts'

const getPersonsCollection = v1({
  route: 'GET /persons/collection',
  summary: 'Walk through all persons by cursor, deleted ones too; for admins',
  scopes: ['contacts:read', 'contacts:full'],
  rights: ['sales_admin'],
  query: collectionQuery,
  reply: Type.Array(CollectedPerson),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const where = collectionFilter(query, 'p')
    return collectionPage<CollectedPerson>(
      crm,
      { entity: 'person', alias: 'p', columns: collectedColumns(crm), where },
      query,
    )
  },
})

export const personCollection = [getPersonsCollection]
