import { maySeePipeline } from '../../base/access/visibility.ts'
import { inputWas, type Revert, written } from '../../base/records/revert.ts'
import { removeStage, type StageInput, updateStage } from './store.ts'

export const stageRevert: Revert = {
  table: 'stage',
  fields: {
    ...written('name', 'pipeline_id', 'deal_probability', 'is_deal_rot_enabled', 'days_to_rotten'),
    order_nr: {},
  },
  maySee: actor => maySeePipeline(actor, 'r.pipeline_id'),
  scopes: { read: ['deals:read', 'deals:full', 'admin'], write: ['admin'] },
  rights: { change: ['sales_admin'], remove: ['sales_admin'] },
  fixed: {},
  update: (crm, id: number, was, undoing) => updateStage(crm, id, inputWas<StageInput>(was), undoing),
  remove: (crm, id: number, options) => removeStage(crm, id, options),
}
