import { Id } from '@portico/kit/api/schemas'
import { v2 } from '../../../base/api/operation.ts'
import { findPicture } from './pictureStore.ts'
import { Picture } from './shape.ts'

const params = { id: Id }

const getPersonPicture = v2({
  route: 'GET /persons/{id}/picture',
  summary: 'Get the picture of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: Picture,
  cost: 1,
  run: ({ params }, crm) => findPicture(crm, params.id),
})

export const personPictureV2 = [getPersonPicture]
