import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import { sniffType } from '@portico/kit/files/sniffType'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { onceFor } from '../../../base/api/idempotency.ts'
import { v1 } from '../../../base/api/operation.ts'
import { updateRecord } from '../../../base/changes/write.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { PictureV1 } from '../../v1/contacts.ts'
import { lockLivePerson, lockPerson, requirePerson } from '../store.ts'
import { PICTURE_UPLOAD, readFile, removeSquares, type SquareFiles, storeSquares } from '../storeSquares.ts'
import { dropPicture, findPictureKey, insertPicture, storedPicture } from './pictureStore.ts'

const params = { id: Id }

const addPersonPicture = v1({
  route: 'POST /persons/{id}/picture',
  summary: 'Set the picture of a person',
  description:
    'A PNG, JPEG or GIF in the form field `file`, made square at 128 and 512 pixels; it replaces the one before.',
  scopes: ['contacts:full'],
  params,
  upload: PICTURE_UPLOAD,
  body: {
    file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
    crop_x: optional(Type.Integer()),
    crop_y: optional(Type.Integer()),
    crop_width: optional(Type.Integer()),
    crop_height: optional(Type.Integer()),
  },
  reply: byId('PICTURE_ID', PictureV1),
  // The upload streams; only the write at its end is a transaction.
  transaction: 'none',
  cost: 10,
  async run({ params }, crm) {
    const { database, files } = crm.services
    await requirePerson(crm, params.id)
    const { squares, sent } = await storeSquares(crm.call.request, files)
    let kept = false
    try {
      return await database.write(sql => {
        const inner = { ...crm, sql }
        return onceFor(inner, { name: 'POST /persons/{id}/picture', content: sent }, async () => {
          const picture = await setPicture(inner, params.id, squares)
          kept = true
          return answer({ [picture.id]: picture })
        })
      })
    } catch (error) {
      kept = false
      throw error
    } finally {
      if (!kept) await removeSquares(files, squares)
    }
  },
})

async function setPicture(crm: Crm, personId: number, squares: SquareFiles) {
  const person = await lockLivePerson(crm, personId)
  await dropPicture(crm, person.picture_id)
  await updateRecord(crm, 'person', personId, { picture_id: await insertPicture(crm, personId, squares) })
  return storedPicture(crm, personId)
}

const deletePersonPicture = v1({
  route: 'DELETE /persons/{id}/picture',
  summary: 'Remove the picture of a person',
  scopes: ['contacts:full'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    const { picture_id } = await lockPerson(crm, params.id)
    if (picture_id === null) throw failure('missing', 'Picture not found')
    await dropPicture(crm, picture_id)
    await updateRecord(crm, 'person', params.id, { picture_id: null })
    return { id: picture_id }
  },
})

const getPersonPictureFile = v1({
  route: 'GET /persons/{id}/picture/{size}',
  summary: 'Fetch the picture of a person, 128 or 512 pixels square',
  description: 'The addresses in `pictures` lead here; like every call it wants an API token or an access token.',
  scopes: ['contacts:read', 'contacts:full'],
  params: { id: Id, size: Type.Union([Type.Literal(128), Type.Literal(512)]) },
  query: { picture_id: optional(Id) },
  reply: Type.Unknown(),
  whole: true,
  cost: 1,
  async run({ params, query }, crm) {
    const key = await findPictureKey(crm, params.id, params.size, query.picture_id)
    return pictureResponse(await readFile(crm.services.files, key), query.picture_id !== undefined)
  },
})

/** The picture under an address that names it never changes; nobody but the caller may keep it. */
function pictureResponse(bytes: Uint8Array<ArrayBuffer>, lasting: boolean): Response {
  const headers = {
    'content-type': sniffType(bytes),
    'content-length': String(bytes.byteLength),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': lasting ? 'private, max-age=86400, immutable' : 'private, no-cache',
  }
  return new Response(bytes, { headers })
}

export const personPictureV1 = [addPersonPicture, deletePersonPicture, getPersonPictureFile]
