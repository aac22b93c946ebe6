import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYBODY, type Watched } from '../../base/records/watched.ts'
import { phaseColumnsV1 } from './v1/wire.ts'
import { phaseColumnsV2 } from './v2/wire.ts'

const watched: Watched = {
  object: 'phase',
  logged: 'project_phase',
  table: 'project_phase',
  alias: 'p',
  maySee: () => sql`true`,
  seenBy: EVERYBODY,
  v1: () => ({ columns: phaseColumnsV1, joins: sql`` }),
  v2: () => ({ columns: phaseColumnsV2, joins: sql`` }),
}

export const phaseKind = { watched }
