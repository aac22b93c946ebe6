import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id } from '@portico/kit/api/schemas'
import { attachmentHeaders } from '@portico/kit/files/attachmentHeaders'
import Type from 'typebox'
import { onceFor } from '../../../base/api/idempotency.ts'
import { v2 } from '../../../base/api/operation.ts'
import { isGenuine, linkFor, readLink, writeLink } from '../imageLink.ts'
import { addImage, findImage, findLinkedImage, type ImageRow, removeImage, replaceImage } from '../imageStore.ts'
import { requireProduct } from '../store.ts'
import { IMAGE_UPLOAD, storePicture } from '../storePicture.ts'

const params = { id: Id }

const image = {
  id: Type.Integer(),
  product_id: Type.Integer(),
  company_id: Type.String(),
  add_time: Type.String(),
}
const Image = Type.Object(image)
const ImageWithUrl = Type.Object({
  ...image,
  public_url: Type.String({ description: 'Opens without signing in, for seven days' }),
  mime_type: Type.String(),
  name: Type.String(),
})

/** The upload streams; only the write at its end is a transaction. */
const upload = {
  upload: IMAGE_UPLOAD,
  body: { data: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
  transaction: 'none',
} as const

const uploadProductImage = v2({
  route: 'POST /products/{id}/images',
  summary: 'Upload an image for a product that has none: PNG, JPEG, GIF or WebP up to 10 MB',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  ...upload,
  reply: Image,
  status: 201,
  cost: 20,
  async run({ params }, crm) {
    await requireProduct(crm, params.id)
    return storePicture(crm, ({ picture, sha256, claim }) =>
      crm.services.database.write(sql => {
        const inner = { ...crm, sql }
        return onceFor(inner, { name: 'POST /products/{id}/images', content: [sha256], status: 201 }, async () => {
          const added = await addImage(inner, params.id, picture)
          claim()
          return answer(wire(added))
        })
      }),
    )
  },
})

const updateProductImage = v2({
  route: 'PUT /products/{id}/images',
  summary: 'Put another image in place of the one a product has',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  ...upload,
  reply: Image,
  cost: 20,
  async run({ params }, crm) {
    await requireProduct(crm, params.id)
    return storePicture(crm, async ({ picture, claim }) => {
      const replaced = await crm.services.database.write(sql => replaceImage({ ...crm, sql }, params.id, picture))
      claim()
      return wire(replaced)
    })
  },
})

const getProductImage = v2({
  route: 'GET /products/{id}/images',
  summary: 'Get the image of a product with an address that opens it for seven days',
  scopes: ['products:read', 'products:full'],
  params,
  reply: ImageWithUrl,
  cost: 10,
  async run({ params }, crm) {
    await requireProduct(crm, params.id)
    const found = await findImage(crm, params.id)
    if (!found) throw failure('missing', 'The product has no image')
    const link = writeLink(linkFor(crm.actor.companyId, found.id, crm.now), found.link_secret)
    const public_url = `${crm.services.origin}/api/v2/products/images/${link}`
    return { ...wire(found), public_url, mime_type: found.mime_type, name: found.name }
  },
})

const deleteProductImage = v2({
  route: 'DELETE /products/{id}/images',
  summary: 'Delete the image of a product',
  scopes: ['products:full'],
  rights: ['can_edit_products'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    const { id } = await removeImage(crm, params.id)
    return { id }
  },
})

const openProductImage = v2({
  route: 'GET /products/images/{link}',
  summary: 'Open an image of a product by its address, without signing in',
  signIn: 'none',
  params: { link: Type.String({ maxLength: 200 }) },
  reply: Type.Unknown(),
  whole: true,
  cost: 0,
  async run({ params }, crm) {
    const link = readLink(params.link)
    const found = link && (await findLinkedImage(crm, link.companyId, link.imageId))
    if (!link || !found || !isGenuine(link, found.link_secret, crm.now)) throw failure('missing', NO_IMAGE)
    const file = await crm.services.files.get(found.file_key)
    if (!file) throw failure('missing', NO_IMAGE)
    const headOnly = crm.call.request.method === 'HEAD'
    if (headOnly) await file.stream.cancel()
    return new Response(headOnly ? null : file.stream, {
      headers: {
        ...attachmentHeaders({ name: found.name, type: found.mime_type, size: file.size }),
        'cache-control': 'private, max-age=3600, immutable',
        // Pages of other sites may show it: its address is the secret.
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  },
})

const NO_IMAGE = 'There is no image at this address, or the address is too old'

function wire({ id, company_id, product_id, add_time }: ImageRow) {
  return { id, product_id, company_id: String(company_id), add_time: add_time.toISOString() }
}

export const productImages = [
  uploadProductImage,
  updateProductImage,
  getProductImage,
  deleteProductImage,
  openProductImage,
]
