import { maySeePipeline } from '../../base/access/visibility.ts'
import { inputWas, type Revert, written } from '../../base/records/revert.ts'
import { type PipelineInput, removePipeline, updatePipeline } from './store.ts'

export const pipelineRevert: Revert = {
  table: 'pipeline',
  fields: { ...written('name', 'is_deal_probability_enabled'), order_nr: {} },
  maySee: actor => maySeePipeline(actor, 'r.id'),
  scopes: { read: ['deals:read', 'deals:full', 'admin'], write: ['admin'] },
  rights: { change: ['sales_admin'], remove: ['sales_admin'] },
  fixed: {},
  update: (crm, id: number, was, undoing) => updatePipeline(crm, id, inputWas<PipelineInput>(was), undoing),
  remove: (crm, id: number, options) => removePipeline(crm, id, options),
}
