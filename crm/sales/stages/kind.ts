import { fragment as sql } from '@portico/kit/database/sql'
import { maySeePipeline } from '../../base/access/visibility.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import type { Told } from '../../base/records/told.ts'
import { stageRevert } from './revert.ts'
import { stagesOfIds } from './store.ts'
import { StageV1 } from './v1/shape.ts'
import { stageColumnsV1 } from './v1/wire.ts'
import { Stage } from './v2/shape.ts'
import { stageColumnsV2 } from './v2/wire.ts'

const recent: Recent = {
  item: 'stage',
  logged: 'stage',
  shape: StageV1,
  show: async (crm, ids) => textsById(await stagesOfIds(crm, ids, stageColumnsV1), row => row.wire),
}

const joins = sql`join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id`

const told: Told = {
  logged: 'stage',
  table: 'stage',
  alias: 's',
  maySee: actor => maySeePipeline(actor, 's.pipeline_id'),
  feed: {
    scopes: ['deals:read', 'deals:full', 'admin'],
    shape: Stage,
    async show(crm, ids) {
      const rows = await stagesOfIds(crm, ids.map(Number), stageColumnsV2)
      return new Map(rows.map(row => [String(row.id), row.wire]))
    },
  },
  webhook: {
    object: 'stage',
    seenBy: { pipeline: 'pipeline_id' },
    v1: () => ({ columns: stageColumnsV1, joins }),
    v2: () => ({ columns: stageColumnsV2, joins }),
  },
}

export const stageKind = { recent, revert: stageRevert, told }
