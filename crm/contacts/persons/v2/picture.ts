import { failure } from '@portico/kit/failure'
import { Id } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import { v2 } from '../../../base/api/operation.ts'
import { pictureUrls } from '../pictureWire.ts'

const params = { id: Id }

const Picture = Type.Object({
  id: Type.Integer(),
  item_type: Type.String(),
  item_id: Type.Integer(),
  added_by_user_id: Type.Integer(),
  active_flag: Type.Boolean(),
  file_size: Type.Integer(),
  pictures: Type.Object({ 128: Type.String(), 512: Type.String() }),
})

const getPersonPicture = v2({
  route: 'GET /persons/{id}/picture',
  summary: 'Get the picture of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: Picture,
  cost: 1,
  async run({ params }, { sql, actor, services }) {
    const [found] = await sql<{ wire: Static<typeof Picture> }[]>`
      select json_build_object('id', picture.id, 'item_type', 'person', 'item_id', p.id, 'added_by_user_id', picture.added_by,
        'active_flag', true, 'file_size', picture.file_size, 'pictures', ${pictureUrls(services.origin)}) as wire
      from crm.person p join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
      where p.company_id = ${actor.companyId} and p.id = ${params.id} and ${maySee(actor, 'person', 'p')}`
    if (!found) throw failure('missing', 'Picture not found')
    return found.wire
  },
})

export const personPictureV2 = [getPersonPicture]
