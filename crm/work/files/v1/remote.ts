import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { REMOTE_TYPES, readDriveId } from '../drive.ts'
import type { FileLinks } from '../links.ts'
import { readName } from '../rules.ts'
import { addRemoteFile } from '../write.ts'
import { FileV1 } from './shape.ts'
import { findFile } from './store.ts'

const item = {
  item_type: oneOf(['deal', 'organization', 'person']),
  item_id: Id,
  remote_location: oneOf(['googledrive']),
}

const remote = { scopes: ['deals:full', 'activities:full', 'contacts:full'], bodyKind: 'form', cost: 10 } as const

const addFileAndLinkIt = v1({
  route: 'POST /files/remote',
  summary: 'Keep a place for a new file in Google Drive on a record',
  description:
    'Portico does not call Google: whoever opens `url` makes the file there. Its id is then written with PUT /files/{id}, as `remote_id`.',
  ...remote,
  body: { file_type: oneOf(REMOTE_TYPES), title: Type.String({ minLength: 1, maxLength: 255 }), ...item },
  reply: FileV1,
  async run({ body: { file_type, title, item_type, item_id, remote_location } }, crm) {
    const file = { name: readName(title, 'title'), file_type, remote_location, remote_id: null }
    const id = await addRemoteFile(crm, linkTo(item_type, item_id), file)
    return oneRecord<FileV1>(await findFile(crm, id), 'File')
  },
})

const linkFileToItem = v1({
  route: 'POST /files/remoteLink',
  summary: 'Link a file that is in Google Drive to a record',
  ...remote,
  body: {
    remote_id: Type.String({ maxLength: 255 }),
    title: optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'What to call it; its remote_id unless told' }),
    ),
    file_type: optional(oneOf(REMOTE_TYPES)),
    ...item,
  },
  reply: FileV1,
  async run({ body: { title, file_type = 'file', item_type, item_id, remote_location, ...body } }, crm) {
    const remote_id = readDriveId(body.remote_id)
    const name = title === undefined ? remote_id : readName(title, 'title')
    const id = await addRemoteFile(crm, linkTo(item_type, item_id), { name, file_type, remote_location, remote_id })
    return oneRecord<FileV1>(await findFile(crm, id), 'File')
  },
})

function linkTo(type: 'deal' | 'organization' | 'person', id: number): FileLinks {
  return { deal: { deal_id: id }, organization: { org_id: id }, person: { person_id: id } }[type]
}

export const remoteFiles = [addFileAndLinkIt, linkFileToItem]
