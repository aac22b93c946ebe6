import { historyOf } from '../changes/history.ts'
import { requireDeal } from './store.ts'

const history = historyOf({
  entity: 'deal',
  one: 'a deal',
  scopes: ['deals:read', 'deals:full'],
  require: requireDeal,
})

export const dealHistory = [
  history.changelog('GET /deals/{id}/changelog'),
  history.flow('GET /deals/{id}/flow'),
  history.permittedUsers('GET /deals/{id}/permittedUsers'),
]
