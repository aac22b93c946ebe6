import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { recordReads } from '../../../base/records/readStore.ts'
import type { ProjectTemplate, WholeProjectTemplate } from './shape.ts'
import { templateColumnsV2, wholeTemplateColumns } from './wire.ts'

const reads = <T>(columns: Fragment) =>
  recordReads<T>({
    name: 'Project template',
    table: 'project_template',
    alias: 'p',
    maySee: () => sql`not p.is_deleted`,
    select: async () => ({ columns, joins: sql`` }),
  })

/** Lists leave out what templates hold. */
export const { page: templatePageV2 } = reads<ProjectTemplate>(templateColumnsV2)
export const { one: wholeTemplate } = reads<WholeProjectTemplate>(wholeTemplateColumns)
