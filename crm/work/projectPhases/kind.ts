import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { EVERYBODY, type Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { phaseRevert } from './revert.ts'
import { Phase } from './shape.ts'
import { phaseColumnsV1 } from './v1/wire.ts'
import { phaseColumnsV2 } from './v2/wire.ts'

const record = { logged: 'project_phase', table: 'project_phase', alias: 'p', maySee: () => EVERYTHING } as const

const told: Told = {
  ...record,
  feed: {
    scopes: ['projects:read', 'projects:full'],
    shape: Phase,
    show: shownInColumns(record, {
      columns: phaseColumnsV2,
      isPresent: sql`not p.is_deleted and not (select b.is_deleted from crm.project_board b
        where b.company_id = p.company_id and b.id = p.board_id)`,
    }),
  },
  webhook: {
    object: 'phase',
    seenBy: EVERYBODY,
    v1: () => ({ columns: phaseColumnsV1, joins: sql`` }),
    v2: () => ({ columns: phaseColumnsV2, joins: sql`` }),
  },
}

export const phaseKind = { revert: phaseRevert, told }
