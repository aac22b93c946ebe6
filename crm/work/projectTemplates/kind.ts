import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { ProjectTemplate } from './v2/shape.ts'
import { templateColumnsV2 } from './v2/wire.ts'

const record = { logged: 'project_template', table: 'project_template', alias: 'p', maySee: () => EVERYTHING } as const

/** As lists show them, without what they hold. */
const told: Told = {
  ...record,
  feed: {
    scopes: ['projects:read', 'projects:full'],
    shape: ProjectTemplate,
    show: shownInColumns(record, { columns: templateColumnsV2, isPresent: sql`not p.is_deleted` }),
  },
}

export const projectTemplateKind = { told }
