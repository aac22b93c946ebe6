import { fragment as sql } from '@portico/kit/database/sql'
import { recordReads } from '../../../base/records/readStore.ts'
import { isThere } from '../visibility.ts'
import type { Task } from './shape.ts'
import { taskColumnsV2 } from './wire.ts'

export const {
  one: oneTaskV2,
  page: taskPageV2,
  several: severalTasksV2,
} = recordReads<Task>({
  name: 'Task',
  table: 'task',
  alias: 't',
  maySee: () => isThere('t'),
  select: async () => ({ columns: taskColumnsV2, joins: sql`` }),
})
