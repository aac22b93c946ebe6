import type { Actor } from '../../base/access/actor.ts'
import { inputWas, type Revert, written } from '../../base/records/revert.ts'
import { removeComment, updateComment } from './comments.ts'
import { noteRevert } from './revert.ts'
import { noteOfComment } from './store.ts'
import { maySeeComment } from './visibility.ts'

export const commentRevert: Revert = {
  table: 'comment',
  ids: 'uuids',
  fields: written('content'),
  signature: ['updater_id'],
  maySee: (actor: Actor) => maySeeComment(actor, 'r'),
  scopes: noteRevert.scopes,
  rights: { change: [], remove: [] },
  fixed: {},
  async update(crm, id: string, was, undoing) {
    const { content } = inputWas<{ content: string }>(was)
    await updateComment(crm, { noteId: await noteOfComment(crm, id), id }, content, undoing)
  },
  remove: async (crm, id: string, options) => removeComment(crm, { noteId: await noteOfComment(crm, id), id }, options),
}
