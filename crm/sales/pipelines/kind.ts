import { fragment as sql } from '@portico/kit/database/sql'
import { andMaySeePipeline } from '../../base/access/visibility.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import type { Watched } from '../../base/records/watched.ts'
import { pipelinesOfIds } from './store.ts'
import { PipelineV1 } from './v1/shape.ts'
import { pipelineColumnsV1 } from './v1/wire.ts'
import { pipelineColumnsV2 } from './v2/wire.ts'

const recent: Recent = {
  item: 'pipeline',
  logged: 'pipeline',
  shape: PipelineV1,
  show: async (crm, ids) => textsById(await pipelinesOfIds(crm, ids, pipelineColumnsV1), row => row.wire),
}

const watched: Watched = {
  object: 'pipeline',
  logged: 'pipeline',
  table: 'pipeline',
  alias: 'p',
  maySee: actor => sql`(true ${andMaySeePipeline(actor, 'p.id')})`,
  seenBy: { pipeline: 'id' },
  v1: () => ({ columns: pipelineColumnsV1, joins: sql`` }),
  v2: () => ({ columns: pipelineColumnsV2, joins: sql`` }),
}

export const pipelineKind = { recent, watched }
