import { EVERYTHING } from '../../base/access/visibility.ts'
import { inputWas, type Revert, written } from '../../base/records/revert.ts'
import { type BoardInput, removeBoard, updateBoard } from './write.ts'

export const boardRevert: Revert = {
  table: 'project_board',
  fields: { ...written('name'), order_nr: {} },
  maySee: () => EVERYTHING,
  scopes: { read: ['projects:read', 'projects:full'], write: ['projects:full'] },
  rights: { change: ['projects_admin'], remove: ['projects_admin'] },
  fixed: {},
  update: (crm, id: number, was, undoing) => updateBoard(crm, id, inputWas<BoardInput>(was), undoing),
  remove: (crm, id: number, options) => removeBoard(crm, id, options),
}
