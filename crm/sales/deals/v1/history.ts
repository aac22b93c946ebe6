import { v1 } from '../../../base/api/operation.ts'
import { historyV1 } from '../../../base/changes/v1/history.ts'
import { requireDeal } from '../store.ts'

const history = historyV1({ entity: 'deal', one: 'a deal', require: requireDeal })

export const dealHistory = [
  v1({ route: 'GET /deals/{id}/changelog', scopes: ['recents:read'], ...history.changelog }),
  v1({ route: 'GET /deals/{id}/permittedUsers', scopes: ['deals:read', 'deals:full'], ...history.permittedUsers }),
]
