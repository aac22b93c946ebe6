import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Watched } from '../../base/records/watched.ts'
import { personWireV1 } from './v1/wire.ts'
import { personColumnsV2 } from './v2/wire.ts'

export const watchedPersons: Watched = {
  object: 'person',
  logged: 'person',
  table: 'person',
  alias: 'p',
  customFieldsOf: 'person',
  maySee: actor => maySee(actor, 'person', 'p'),
  seenBy: { own: 'person' },
  v1: personWireV1,
  v2: async crm => ({ columns: personColumnsV2(await fieldsOf(crm, 'person')), joins: sql`` }),
  plainIds: ['owner_id', 'org_id'],
}
