import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { EVERYBODY, type Told } from '../../base/records/told.ts'
import { taskColumnsV1 } from './v1/wire.ts'
import { Task } from './v2/shape.ts'
import { severalTasksV2 } from './v2/store.ts'
import { taskColumnsV2 } from './v2/wire.ts'

const told: Told = {
  logged: 'task',
  table: 'task',
  alias: 't',
  maySee: () => EVERYTHING,
  feed: {
    scopes: ['projects:read', 'projects:full'],
    shape: Task,
    show: severalTasksV2,
  },
  webhook: {
    object: 'task',
    seenBy: EVERYBODY,
    v1: () => ({ columns: taskColumnsV1, joins: sql`` }),
    v2: () => ({ columns: taskColumnsV2, joins: sql`` }),
  },
}

export const taskKind = { told }
