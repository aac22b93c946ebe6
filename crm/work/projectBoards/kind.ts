import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYBODY, type Watched } from '../../base/records/watched.ts'
import { boardColumnsV1 } from './v1/wire.ts'
import { boardColumnsV2 } from './v2/wire.ts'

const watched: Watched = {
  object: 'board',
  logged: 'project_board',
  table: 'project_board',
  alias: 'b',
  maySee: () => sql`true`,
  seenBy: EVERYBODY,
  v1: () => ({ columns: boardColumnsV1, joins: sql`` }),
  v2: () => ({ columns: boardColumnsV2, joins: sql`` }),
}

export const boardKind = { watched }
