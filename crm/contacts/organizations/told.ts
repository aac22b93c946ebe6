import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Told } from '../../base/records/told.ts'
import { organizationWireV1 } from './v1/wire.ts'
import { Organization } from './v2/shape.ts'
import { severalOrganizationsV2 } from './v2/store.ts'
import { organizationColumnsV2 } from './v2/wire.ts'

export const toldOrganizations: Told = {
  logged: 'organization',
  table: 'organization',
  alias: 'o',
  maySee: actor => maySee(actor, 'organization', 'o'),
  feed: {
    scopes: ['contacts:read', 'contacts:full'],
    seesOpen: () => true,
    following: 'organizationFollower',
    shape: Organization,
    show: severalOrganizationsV2,
  },
  webhook: {
    object: 'organization',
    customFieldsOf: 'organization',
    seenBy: { own: 'organization' },
    v1: organizationWireV1,
    v2: async crm => ({ columns: organizationColumnsV2(await fieldsOf(crm, 'organization')), joins: sql`` }),
    plainIds: ['owner_id'],
  },
}
