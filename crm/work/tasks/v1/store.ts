import { fragment as sql } from '@portico/kit/database/sql'
import { recordReads } from '../../../base/records/readStore.ts'
import { isThere } from '../visibility.ts'
import type { TaskV1 } from './shape.ts'
import { taskColumnsV1 } from './wire.ts'

/** Tasks came late to v1: they are read and walked by cursor as in v2, in a shape of their own. */
export const { one: oneTaskV1, page: taskPageV1 } = recordReads<TaskV1>({
  name: 'Task',
  table: 'task',
  alias: 't',
  maySee: () => isThere('t'),
  select: async () => ({ columns: taskColumnsV1, joins: sql`` }),
})
