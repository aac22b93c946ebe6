import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { cursorPage, keyset, nextCursor } from '../../../base/lists/cursor.ts'
import { collectionFilter, collectionQuery } from '../../../base/lists/v1/collection.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { CollectedPerson } from './shape.ts'
import { collectPersons } from './store.ts'

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
    const { limit = 100, cursor } = query
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'p')
    const rows = await collectPersons(crm, collectionFilter(query, 'p'), page, limit)
    const fields = await fieldsOf(crm, 'person')
    return cursorPage<CollectedPerson>(
      rows.map(row => ({ ...row, wire: textV1(fields, row) })),
      limit,
    )
  },
})

export const personCollection = [getPersonsCollection]
