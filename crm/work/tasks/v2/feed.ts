import { EVERYTHING } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { Task } from './shape.ts'
import { severalTasksV2 } from './store.ts'

export const taskFeed: Fed = {
  item: 'task',
  table: 'task',
  alias: 't',
  scopes: ['projects:read', 'projects:full'],
  maySee: () => EVERYTHING,
  shape: Task,
  show: severalTasksV2,
}
