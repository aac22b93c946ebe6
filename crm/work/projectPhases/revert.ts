import { EVERYTHING } from '../../base/access/visibility.ts'
import { inputWas, type Revert, written } from '../../base/records/revert.ts'
import { type PhaseInput, removePhase, updatePhase } from './write.ts'

export const phaseRevert: Revert = {
  table: 'project_phase',
  fields: { ...written('name', 'board_id'), order_nr: {} },
  maySee: () => EVERYTHING,
  scopes: { read: ['projects:read', 'projects:full'], write: ['projects:full'] },
  rights: { change: ['projects_admin'], remove: ['projects_admin'] },
  fixed: {},
  update: (crm, id: number, was, undoing) => updatePhase(crm, id, inputWas<PhaseInput>(was), undoing),
  remove: (crm, id: number, options) => removePhase(crm, id, options),
}
