import { randomBytes } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { logChange } from '../../base/changes/logStore.ts'
import type { PurgedIds } from '../../base/records/lifecycle.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'
import { lockLiveProduct } from './store.ts'
import type { StoredPicture } from './storePicture.ts'

export interface ImageRow {
  company_id: number
  id: number
  product_id: number
  file_key: string
  name: string
  mime_type: string
  add_time: Date
  link_secret: Uint8Array
}

export async function findImage({ sql, actor }: Crm, productId: number): Promise<ImageRow | undefined> {
  const [image] = await sql<ImageRow[]>`
    select * from crm.product_image where company_id = ${actor.companyId} and product_id = ${productId}`
  return image
}

/** The image a link names, unless its product is deleted. */
export async function findLinkedImage({ sql }: Crm, companyId: number, imageId: number): Promise<ImageRow | undefined> {
  const [image] = await sql<ImageRow[]>`
    select i.* from crm.product_image i join crm.product p on p.company_id = i.company_id and p.id = i.product_id
    where i.company_id = ${companyId} and i.id = ${imageId} and not p.is_deleted`
  return image
}

/** Gives a product its first image. */
export async function addImage(crm: Crm, productId: number, picture: StoredPicture): Promise<ImageRow> {
  const { sql } = crm
  await lockLiveProduct(crm, productId)
  const [image] = await sql<ImageRow[]>`
      insert into crm.product_image ${sql({
        company_id: crm.actor.companyId,
        product_id: productId,
        ...picture,
        added_by: crm.actor.userId,
        add_time: crm.now,
      })} on conflict (company_id, product_id) do nothing returning *`
  if (!image) throw failure('conflict', 'The product has an image already, PUT replaces it')
  await logChange(crm, 'product_image', image.id, 'added', { product_id: productId, name: image.name })
  return image
}

/** Puts an image in place of the one that is there; addresses of the old one end. */
export async function replaceImage(crm: Crm, productId: number, picture: StoredPicture): Promise<ImageRow> {
  const { sql } = crm
  await lockLiveProduct(crm, productId)
  const before = await findImage(crm, productId)
  const [image] = await sql<ImageRow[]>`
      update crm.product_image set file_key = ${picture.file_key}, name = ${picture.name}, mime_type = ${picture.mime_type},
        size = ${picture.size}, added_by = ${crm.actor.userId}, add_time = ${crm.now}, link_secret = ${randomBytes(32)}
      where company_id = ${crm.actor.companyId} and product_id = ${productId} returning *`
  if (!image || !before) throw failure('missing', 'The product has no image, POST adds one')
  await logChange(crm, 'product_image', image.id, 'updated', { product_id: productId, name: image.name })
  await removeFilesLater(sql, [before.file_key])
  return image
}

export async function removeImage(crm: Crm, productId: number): Promise<ImageRow> {
  const { sql, actor } = crm
  await lockLiveProduct(crm, productId)
  const [image] = await sql<ImageRow[]>`
    delete from crm.product_image where company_id = ${actor.companyId} and product_id = ${productId} returning *`
  if (!image) throw failure('missing', 'The product has no image')
  await removeFilesLater(sql, [image.file_key])
  await logChange(crm, 'product_image', image.id, 'deleted', { product_id: productId, name: image.name })
  return image
}

/** The images of products that are removed for good. */
export async function removeImages(sql: Sql, companyId: number, ids: PurgedIds): Promise<{ key: string }[]> {
  return sql<{ key: string }[]>`
    delete from crm.product_image where company_id = ${companyId} and product_id = any(${ids}::bigint[]) returning file_key as key`
}
