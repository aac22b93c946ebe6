import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Told } from '../../base/records/told.ts'
import { personWireV1 } from './v1/wire.ts'
import { Person } from './v2/shape.ts'
import { severalPersonsV2 } from './v2/store.ts'
import { personColumnsV2 } from './v2/wire.ts'

export const toldPersons: Told = {
  logged: 'person',
  table: 'person',
  alias: 'p',
  maySee: actor => maySee(actor, 'person', 'p'),
  feed: {
    scopes: ['contacts:read', 'contacts:full'],
    seesOpen: () => true,
    following: 'personFollower',
    shape: Person,
    show: severalPersonsV2,
  },
  webhook: {
    object: 'person',
    customFieldsOf: 'person',
    seenBy: { own: 'person' },
    v1: personWireV1,
    v2: async crm => ({ columns: personColumnsV2(await fieldsOf(crm, 'person')), joins: sql`` }),
    plainIds: ['owner_id', 'org_id'],
  },
}
