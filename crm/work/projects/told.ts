import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { EVERYBODY, type Told } from '../../base/records/told.ts'
import { LINK_LISTS, linkedThen } from './links.ts'
import { projectColumnsV1 } from './v1/wire.ts'
import { Project } from './v2/shape.ts'
import { severalProjectsV2 } from './v2/store.ts'
import { projectColumnsV2 } from './v2/wire.ts'

export const toldProjects: Told = {
  logged: 'project',
  table: 'project',
  alias: 'p',
  maySee: () => EVERYTHING,
  feed: {
    scopes: ['projects:read', 'projects:full'],
    shape: Project,
    show: severalProjectsV2,
  },
  webhook: {
    object: 'project',
    customFieldsOf: 'project',
    besideIt: LINK_LISTS,
    seenBy: EVERYBODY,
    v1: (_, then) => ({ columns: projectColumnsV1(linkedThen(then)), joins: sql`` }),
    v2: async (crm, then) => ({
      columns: projectColumnsV2(await fieldsOf(crm, 'project'), linkedThen(then)),
      joins: sql``,
    }),
  },
}
