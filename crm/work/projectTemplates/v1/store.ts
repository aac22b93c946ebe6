import { fragment as sql } from '@portico/kit/database/sql'
import { recordReads } from '../../../base/records/readStore.ts'
import type { ProjectTemplateV1 } from './shape.ts'
import { templateColumnsV1 } from './wire.ts'

/** Templates came late to v1: they are read and walked by cursor as in v2. */
export const { one: oneTemplateV1, page: templatePageV1 } = recordReads<ProjectTemplateV1>({
  name: 'Project template',
  table: 'project_template',
  alias: 'p',
  maySee: () => sql`not p.is_deleted`,
  select: async () => ({ columns: templateColumnsV1, joins: sql`` }),
})
