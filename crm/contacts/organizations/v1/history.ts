import { v1 } from '../../../base/api/operation.ts'
import { historyV1 } from '../../../base/changes/v1/history.ts'
import { requireOrganization } from '../store.ts'

const history = historyV1({ entity: 'organization', one: 'an organization', require: requireOrganization })

export const organizationHistory = [
  v1({ route: 'GET /organizations/{id}/changelog', scopes: ['recents:read'], ...history.changelog }),
  v1({
    route: 'GET /organizations/{id}/permittedUsers',
    scopes: ['contacts:read', 'contacts:full'],
    ...history.permittedUsers,
  }),
]
