import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { EVERYBODY, type Watched } from '../../base/records/watched.ts'
import { LINK_LISTS, linkedThen } from './links.ts'
import { projectColumnsV1 } from './v1/wire.ts'
import { projectColumnsV2 } from './v2/wire.ts'

export const watchedProjects: Watched = {
  object: 'project',
  logged: 'project',
  table: 'project',
  alias: 'p',
  customFieldsOf: 'project',
  besideIt: LINK_LISTS,
  maySee: actor => maySee(actor, 'project', 'p'),
  seenBy: EVERYBODY,
  v1: (_, then) => ({ columns: projectColumnsV1(linkedThen(then)), joins: sql`` }),
  v2: async (crm, then) => ({
    columns: projectColumnsV2(await fieldsOf(crm, 'project'), linkedThen(then)),
    joins: sql``,
  }),
}
