import { maySee } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { Person } from './shape.ts'
import { severalPersonsV2 } from './store.ts'

export const personFeed: Fed = {
  item: 'person',
  table: 'person',
  alias: 'p',
  scopes: ['contacts:read', 'contacts:full'],
  maySee: actor => maySee(actor, 'person', 'p'),
  seesOpen: () => true,
  following: 'personFollower',
  shape: Person,
  show: severalPersonsV2,
}
