import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { newFileKey } from '@portico/kit/files/fileKey'
import { fitPicture, type Picture, squarePicture } from '@portico/kit/files/pictures'
import { readUpload, type Upload } from '@portico/kit/files/readUpload'
import { addJob } from '@portico/kit/jobs/jobs'
import Type from 'typebox'
import type { MarketServices } from '../api/context.ts'
import { operation } from '../api/operation.ts'
import { LIMITS } from '../limits.ts'
import { BookId } from './ids.ts'
import { statusWord } from './moves.ts'
import { attachPictures, detachPicture } from './pictureStore.ts'
import { readSaleBook } from './saleStore.ts'
import { findOwnBook } from './store.ts'
import { SaleBook } from './wire.ts'

export const PICTURES_UPLOAD = {
  maxFileBytes: LIMITS.pictureBytes,
  maxFiles: LIMITS.pictures,
  maxFieldBytes: 10_000,
}
const LARGE = 1600
const SMALL = 480

export const DROP_PICTURES = 'market:drop-pictures'

export const addPictures = operation({
  route: 'POST /books/addPictures',
  summary: 'Add pictures (multipart: bookID and up to five files) to a book of yours',
  upload: PICTURES_UPLOAD,
  transaction: 'none',
  body: { bookID: BookId },
  reply: Type.Object({ book: SaleBook }),
  async run(_, { sql, user, services, call }) {
    const upload = await readPictures(services, call.request)
    try {
      await storePictures(services, user.id, upload.fields.bookID ?? '', upload)
    } finally {
      await dropUpload(services, upload)
    }
    return readSaleBook(sql, upload.fields.bookID ?? '')
  },
})

export const removePicture = operation({
  route: 'POST /books/removePicture',
  summary: 'Remove a picture from a book of yours',
  body: { bookID: BookId, picture: Type.String({ maxLength: 200, description: 'As listed in `pictures`' }) },
  reply: Type.Object({ book: SaleBook }),
  async run({ body }, { sql, user }) {
    const book = await findOwnBook(sql, body.bookID, user.id)
    const picture = book.pictures.find(id => body.picture === id || body.picture === `/market/pictures/${id}`)
    if (!picture) throw failure('missing', 'There is no such picture')
    if (!(await detachPicture(sql, book.id, picture))) throw fixed(book.status)
    await dropPictures(sql, [picture])
    return readSaleBook(sql, book.id)
  },
})

/** Reads a form with pictures; the files wait in the store and must be dropped when done. */
function readPictures(services: MarketServices, request: Request): Promise<Upload> {
  return readUpload(request, { store: services.files, ...PICTURES_UPLOAD })
}

export async function dropUpload(services: MarketServices, { files }: Upload): Promise<void> {
  await Promise.all(files.map(file => services.files.remove(file.key)))
}

/** Re-encodes each uploaded picture in two sizes, without what the camera wrote about place and time. */
export async function storePictures(
  services: MarketServices,
  ownerId: string,
  bookId: string,
  upload: Upload,
): Promise<void> {
  const before = await services.database.read(sql => findOwnBook(sql, bookId, ownerId))
  if (upload.files.length === 0) return
  if (before.pictures.length + upload.files.length > LIMITS.pictures) throw tooMany()
  const made: string[] = []
  try {
    for (const file of upload.files) {
      const id = newFileKey().slice(3)
      made.push(id)
      await storePicture(services, id, file.key)
    }
    await services.database.write(sql => attach(sql, before.id, ownerId, made))
  } catch (error) {
    await removeFiles(services, made)
    throw error
  }
}

async function attach(sql: Sql, bookId: string, ownerId: string, made: string[]): Promise<void> {
  if (await attachPictures(sql, bookId, ownerId, made)) return
  const book = await findOwnBook(sql, bookId, ownerId)
  if (book.status === 0 || book.status === 5) throw tooMany()
  throw fixed(book.status)
}

function fixed(status: number) {
  return failure('conflict', `Pictures cannot be changed: the book is ${statusWord(status)}`, { status })
}

function tooMany() {
  return failure('conflict', `A book has at most ${LIMITS.pictures} pictures`, { field: 'pictures' })
}

/** Stores an uploaded picture in two sizes. */
export async function storePicture(services: MarketServices, id: string, uploadedKey: string): Promise<void> {
  const bytes = () => readUploaded(services, uploadedKey)
  await put(services, pictureKey(id, 'large'), await fitPicture(bytes, LARGE))
  await put(services, pictureKey(id, 'small'), await squarePicture(bytes, SMALL))
}

async function readUploaded(services: MarketServices, key: string): Promise<Uint8Array> {
  const uploaded = await services.files.get(key)
  if (!uploaded) throw failure('unavailable', 'The uploaded picture is gone')
  return new Uint8Array(await new Response(uploaded.stream).arrayBuffer())
}

async function put(services: MarketServices, key: string, { bytes, type }: Picture): Promise<void> {
  await services.files.put(key, new Blob([Buffer.from(bytes)]).stream(), { limit: bytes.byteLength, type })
}

export type PictureSize = 'large' | 'small'

export function pictureKey(id: string, size: PictureSize): string {
  return `market/${id.slice(0, 2)}/${id}-${size}`
}

/** The files go after the commit that stopped using them. */
export async function dropPictures(sql: Sql, pictures: readonly string[]): Promise<void> {
  if (pictures.length > 0) await addJob(sql, DROP_PICTURES, { pictures })
}

export async function removeFiles(services: MarketServices, pictures: readonly string[]): Promise<void> {
  for (const id of pictures) {
    await services.files.remove(pictureKey(id, 'large'))
    await services.files.remove(pictureKey(id, 'small'))
  }
}
