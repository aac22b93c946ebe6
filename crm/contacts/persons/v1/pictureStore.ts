import { failure } from '@portico/kit/api/failure'
import type { Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { removeFilesLater } from '../../../base/records/removeFiles.ts'
import type { PictureV1 } from '../../v1/contacts.ts'
import { pictureV1 } from '../pictureWire.ts'
import type { SquareFiles } from '../storeSquares.ts'

/** Returns the id of the new picture. */
export async function insertPicture(
  { sql, actor, now }: Crm,
  personId: number,
  squares: SquareFiles,
): Promise<number | null> {
  const [added] = await sql<{ id: number }[]>`
    insert into crm.picture ${sql({
      company_id: actor.companyId,
      entity: 'person',
      entity_id: personId,
      added_by: actor.userId,
      add_time: now,
      ...squares,
    })} returning id`
  return added?.id ?? null
}

/** The picture of a person that has one for certain. */
export async function storedPicture(
  { sql, actor, services }: Crm,
  personId: number,
): Promise<Static<typeof PictureV1>> {
  const [shown] = await sql<{ picture: Static<typeof PictureV1> }[]>`
    select ${pictureV1(services.origin)} as picture
    from crm.person p join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
    where p.company_id = ${actor.companyId} and p.id = ${personId}`
  if (!shown) throw new Error('a picture that was just stored is not there')
  return shown.picture
}

/** Where the file store keeps the picture of a person the caller may see; with an id, only if it still has that one. */
export async function findPictureKey(
  { sql, actor }: Crm,
  personId: number,
  size: 128 | 512,
  pictureId: number | undefined,
): Promise<string> {
  const [found] = await sql<{ key: string }[]>`
    select ${sql(`file_key_${size}`)} as key
    from crm.person p join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
    where p.company_id = ${actor.companyId} and p.id = ${personId} and ${maySee(actor, 'person', 'p')}
      ${pictureId ? sql`and picture.id = ${pictureId}` : sql``}`
  if (!found) throw failure('missing', 'Picture not found')
  return found.key
}

/** Takes a picture out of the database; its files follow after the commit. */
export async function dropPicture({ sql, actor }: Crm, id: number | null): Promise<void> {
  if (id === null) return
  const dropped = await sql<Pick<SquareFiles, 'file_key_128' | 'file_key_512'>[]>`
    delete from crm.picture where company_id = ${actor.companyId} and id = ${id} returning file_key_128, file_key_512`
  await removeFilesLater(
    sql,
    dropped.flatMap(picture => [picture.file_key_128, picture.file_key_512]),
  )
}
