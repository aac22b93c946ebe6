import { maySee } from '../../base/access/visibility.ts'
import { inputWas, type Revert } from '../../base/records/revert.ts'
import { projectFields } from './fields.ts'
import type { ProjectInput } from './input.ts'
import { LINK_LISTS } from './links.ts'
import { removeProject, updateProject } from './write.ts'

export const projectRevert: Revert = {
  table: 'project',
  customFieldsOf: 'project',
  fields: { ...projectFields, is_archived: { write: true } },
  beside: LINK_LISTS,
  maySee: actor => maySee(actor, 'project', 'r'),
  scopes: { read: ['projects:read', 'projects:full'], write: ['projects:full'] },
  rights: { change: [], remove: [] },
  fixed: {},
  update: (crm, id: number, was, undoing) =>
    updateProject(crm, id, { ...inputWas<ProjectInput>(was), custom: () => was.custom }, undoing),
  remove: (crm, id: number, options) => removeProject(crm, id, options),
}
