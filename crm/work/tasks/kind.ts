import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYBODY, type Watched } from '../../base/records/watched.ts'
import { taskColumnsV1 } from './v1/wire.ts'
import { taskFeed } from './v2/feed.ts'
import { taskColumnsV2 } from './v2/wire.ts'

const watched: Watched = {
  object: 'task',
  logged: 'task',
  table: 'task',
  alias: 't',
  maySee: () => sql`true`,
  seenBy: EVERYBODY,
  v1: () => ({ columns: taskColumnsV1, joins: sql`` }),
  v2: () => ({ columns: taskColumnsV2, joins: sql`` }),
}

export const taskKind = { watched, fed: taskFeed }
