import { v1 } from '../../../base/api/operation.ts'
import { fieldListV1 } from '../../../base/fields/v1/family.ts'
import { offsetQuery } from '../../../base/lists/v1/offset.ts'
import { leadKind } from '../kind.ts'

/** Leads show the custom fields of deals beside their own. */
export const leadFieldsV1 = [
  v1({
    route: 'GET /leadFields',
    scopes: ['leads:read', 'leads:full', 'admin'],
    query: offsetQuery,
    ...fieldListV1(leadKind),
  }),
]
