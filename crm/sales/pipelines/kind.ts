import { type Recent, textsById } from '../../base/records/recent.ts'
import { pipelinesOfIds } from './store.ts'
import { PipelineV1 } from './v1/shape.ts'
import { pipelineColumnsV1 } from './v1/wire.ts'

const recent: Recent = {
  item: 'pipeline',
  logged: 'pipeline',
  shape: PipelineV1,
  show: async (crm, ids) => textsById(await pipelinesOfIds(crm, ids, pipelineColumnsV1), row => row.wire),
}

export const pipelineKind = { recent }
