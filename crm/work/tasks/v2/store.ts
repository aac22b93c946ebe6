import { fragment as sql } from '@portico/kit/database/sql'
import { readsV2 } from '../../../base/records/v2/store.ts'
import { isThere } from '../visibility.ts'
import type { Task } from './shape.ts'
import { taskColumnsV2 } from './wire.ts'

export const { one: oneTaskV2, page: taskPageV2 } = readsV2<Task>({
  name: 'Task',
  table: 'task',
  alias: 't',
  maySee: () => isThere('t'),
  select: async () => ({ columns: taskColumnsV2, joins: sql`` }),
})
