import { historyOf } from '../changes/history.ts'
import { requireOrganization } from './store.ts'

const history = historyOf({
  entity: 'organization',
  one: 'an organization',
  scopes: ['contacts:read', 'contacts:full'],
  require: requireOrganization,
})

export const organizationHistory = [
  history.changelog('GET /organizations/{id}/changelog'),
  history.flow('GET /organizations/{id}/flow'),
  history.permittedUsers('GET /organizations/{id}/permittedUsers'),
]
