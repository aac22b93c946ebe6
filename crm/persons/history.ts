import { historyOf } from '../changes/history.ts'
import { requirePerson } from './store.ts'

const history = historyOf({
  entity: 'person',
  one: 'a person',
  scopes: ['contacts:read', 'contacts:full'],
  require: requirePerson,
})

export const personHistory = [
  history.changelog('GET /persons/{id}/changelog'),
  history.flow('GET /persons/{id}/flow'),
  history.permittedUsers('GET /persons/{id}/permittedUsers'),
]
