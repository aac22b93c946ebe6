import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Watched } from '../../base/records/watched.ts'
import { organizationWireV1 } from './v1/wire.ts'
import { organizationColumnsV2 } from './v2/wire.ts'

export const watchedOrganizations: Watched = {
  object: 'organization',
  logged: 'organization',
  table: 'organization',
  alias: 'o',
  customFieldsOf: 'organization',
  maySee: actor => maySee(actor, 'organization', 'o'),
  seenBy: { own: 'organization' },
  v1: organizationWireV1,
  v2: async crm => ({ columns: organizationColumnsV2(await fieldsOf(crm, 'organization')), joins: sql`` }),
  plainIds: ['owner_id'],
}
