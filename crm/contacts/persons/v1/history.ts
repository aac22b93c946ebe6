import { v1 } from '../../../base/api/operation.ts'
import { historyV1 } from '../../../base/changes/v1/history.ts'
import { requirePerson } from '../store.ts'

const history = historyV1({ entity: 'person', one: 'a person', require: requirePerson })

export const personHistory = [
  v1({ route: 'GET /persons/{id}/changelog', scopes: ['recents:read'], ...history.changelog }),
  v1({
    route: 'GET /persons/{id}/permittedUsers',
    scopes: ['contacts:read', 'contacts:full'],
    ...history.permittedUsers,
  }),
]
