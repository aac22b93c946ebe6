import { maySee } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { Organization } from './shape.ts'
import { severalOrganizationsV2 } from './store.ts'

export const organizationFeed: Fed = {
  item: 'organization',
  table: 'organization',
  alias: 'o',
  scopes: ['contacts:read', 'contacts:full'],
  maySee: actor => maySee(actor, 'organization', 'o'),
  seesOpen: () => true,
  following: 'organizationFollower',
  shape: Organization,
  show: severalOrganizationsV2,
}
