import { type Revert, written } from '../../base/records/revert.ts'
import { maySeeFile } from './visibility.ts'
import { putFileBack, removeFile } from './write.ts'

export const fileRevert: Revert = {
  table: 'file',
  fields: written('name', 'description', 'remote_id'),
  maySee: actor => maySeeFile(actor, 'r'),
  scopes: {
    read: ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'],
    write: ['deals:full', 'contacts:full'],
  },
  rights: { change: [], remove: [] },
  fixed: {},
  update: (crm, id: number, _was, undoing) => putFileBack(crm, id, undoing),
  remove: (crm, id: number, options) => removeFile(crm, id, options),
}
