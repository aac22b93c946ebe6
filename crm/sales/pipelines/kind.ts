import { fragment as sql } from '@portico/kit/database/sql'
import { maySeePipeline } from '../../base/access/visibility.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import type { Told } from '../../base/records/told.ts'
import { pipelineRevert } from './revert.ts'
import { pipelinesOfIds } from './store.ts'
import { PipelineV1 } from './v1/shape.ts'
import { pipelineColumnsV1 } from './v1/wire.ts'
import { Pipeline } from './v2/shape.ts'
import { pipelineColumnsV2 } from './v2/wire.ts'

const recent: Recent = {
  item: 'pipeline',
  logged: 'pipeline',
  shape: PipelineV1,
  show: async (crm, ids) => textsById(await pipelinesOfIds(crm, ids, pipelineColumnsV1), row => row.wire),
}

const told: Told = {
  logged: 'pipeline',
  table: 'pipeline',
  alias: 'p',
  maySee: actor => maySeePipeline(actor, 'p.id'),
  feed: {
    scopes: ['deals:read', 'deals:full', 'admin'],
    shape: Pipeline,
    async show(crm, ids) {
      const rows = await pipelinesOfIds(crm, ids.map(Number), pipelineColumnsV2)
      return new Map(rows.map(row => [String(row.id), row.wire]))
    },
  },
  webhook: {
    object: 'pipeline',
    seenBy: { pipeline: 'id' },
    v1: () => ({ columns: pipelineColumnsV1, joins: sql`` }),
    v2: () => ({ columns: pipelineColumnsV2, joins: sql`` }),
  },
}

export const pipelineKind = { recent, revert: pipelineRevert, told }
