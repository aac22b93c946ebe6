import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { recordReads } from '../../../base/records/readStore.ts'
import type { Project } from './shape.ts'
import { projectColumnsV2 } from './wire.ts'

export const {
  one: oneProjectV2,
  page: projectPageV2,
  several: severalProjectsV2,
} = recordReads<Project>({
  name: 'Project',
  table: 'project',
  alias: 'p',
  customFieldsOf: 'project',
  maySee: actor => maySee(actor, 'project', 'p'),
  select: async crm => ({ columns: projectColumnsV2(await fieldsOf(crm, 'project')), joins: sql`` }),
})
