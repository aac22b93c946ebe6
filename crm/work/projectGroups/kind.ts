import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { ProjectGroup } from './shape.ts'

const record = { logged: 'project_group', table: 'project_group', alias: 'g', maySee: () => EVERYTHING } as const

/** With the project, which its own operations have in their paths. */
const told: Told = {
  ...record,
  feed: {
    scopes: ['projects:read', 'projects:full'],
    shape: Type.Object({ ...ProjectGroup.properties, project_id: Type.Integer() }),
    show: shownInColumns(record, { columns: sql`g.id, g.name, g.order_nr, g.project_id` }),
  },
}

export const projectGroupKind = { told }
