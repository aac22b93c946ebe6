import { answer } from '@portico/kit/answer'
import { failure } from '@portico/kit/failure'
import { sniffType } from '@portico/kit/files/sniffType'
import { Id, optional } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { onceFor } from '../../../base/api/idempotency.ts'
import { v1 } from '../../../base/api/operation.ts'
import { updateRecord } from '../../../base/changes/write.ts'
import { removeFilesLater } from '../../../base/records/removeFiles.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { PictureV1 } from '../../v1/contacts.ts'
import { PICTURE_UPLOAD, readFile, removeSquares, type SquareFiles, storeSquares } from '../pictureStore.ts'
import { pictureV1 } from '../pictureWire.ts'
import { lockLivePerson, lockPerson, requirePerson } from '../store.ts'

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
  const { sql, actor, now } = crm
  const person = await lockLivePerson(crm, personId)
  await dropPicture(crm, person.picture_id)
  const [added] = await sql<{ id: number }[]>`
    insert into crm.picture ${sql({
      company_id: actor.companyId,
      entity: 'person',
      entity_id: personId,
      added_by: actor.userId,
      add_time: now,
      ...squares,
    })} returning id`
  await updateRecord(crm, 'person', personId, { picture_id: added?.id ?? null })
  const [shown] = await sql<{ picture: Static<typeof PictureV1> }[]>`
    select ${pictureV1(crm.services.origin)} as picture
    from crm.person p join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
    where p.company_id = ${actor.companyId} and p.id = ${personId}`
  if (!shown) throw new Error('a picture that was just stored is not there')
  return shown.picture
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

/** Takes a picture out of the database; its files follow after the commit. */
async function dropPicture({ sql, actor }: Crm, id: number | null): Promise<void> {
  if (id === null) return
  const dropped = await sql<Pick<SquareFiles, 'file_key_128' | 'file_key_512'>[]>`
    delete from crm.picture where company_id = ${actor.companyId} and id = ${id} returning file_key_128, file_key_512`
  await removeFilesLater(
    sql,
    dropped.flatMap(picture => [picture.file_key_128, picture.file_key_512]),
  )
}

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
  async run({ params, query }, { sql, actor, services }) {
    const [found] = await sql<{ key: string }[]>`
      select ${sql(`file_key_${params.size}`)} as key
      from crm.person p join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
      where p.company_id = ${actor.companyId} and p.id = ${params.id} and ${maySee(actor, 'person', 'p')}
        ${query.picture_id ? sql`and picture.id = ${query.picture_id}` : sql``}`
    if (!found) throw failure('missing', 'Picture not found')
    return pictureResponse(await readFile(services.files, found.key), query.picture_id !== undefined)
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
