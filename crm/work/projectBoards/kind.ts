import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { EVERYBODY, type Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { boardRevert } from './revert.ts'
import { Board } from './shape.ts'
import { boardColumnsV1 } from './v1/wire.ts'
import { boardColumnsV2 } from './v2/wire.ts'

const record = { logged: 'project_board', table: 'project_board', alias: 'b', maySee: () => EVERYTHING } as const

const told: Told = {
  ...record,
  feed: {
    scopes: ['projects:read', 'projects:full'],
    shape: Board,
    show: shownInColumns(record, { columns: boardColumnsV2, isPresent: sql`not b.is_deleted` }),
  },
  webhook: {
    object: 'board',
    seenBy: EVERYBODY,
    v1: () => ({ columns: boardColumnsV1, joins: sql`` }),
    v2: () => ({ columns: boardColumnsV2, joins: sql`` }),
  },
}

export const boardKind = { revert: boardRevert, told }
