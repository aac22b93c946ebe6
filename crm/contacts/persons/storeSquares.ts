import { failure } from '@portico/kit/api/failure'
import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import { squarePicture } from '@portico/kit/files/pictures'
import { readUpload } from '@portico/kit/files/readUpload'
import { namingField } from '../../base/records/namingField.ts'

/** The two squares of a person's picture in the file store, before any record refers to them. */
export interface SquareFiles {
  file_key_128: string
  file_key_512: string
  file_size: number
}

const TAKEN = ['image/png', 'image/jpeg', 'image/gif']
const MOST_BYTES = 10_000_000
export const PICTURE_UPLOAD = { maxFileBytes: MOST_BYTES, maxFiles: 1, maxFieldBytes: 100 }
const SIZES = [128, 512] as const

export interface StoredSquares {
  squares: SquareFiles
  /** What was sent, as far as two uploads are the same by it. */
  sent: readonly unknown[]
}

/** Reads a picture out of a form, makes it square in both sizes and stores those. The picture as sent is not kept. */
export async function storeSquares(request: Request, store: FileStore): Promise<StoredSquares> {
  const { fields, files } = await readUpload(request, {
    store,
    ...PICTURE_UPLOAD,
    allowFields: ['file', 'crop_x', 'crop_y', 'crop_width', 'crop_height'],
  })
  const [file] = files
  if (!file) throw failure('invalid', 'file is required', { field: 'file' })
  try {
    if (!TAKEN.includes(file.type))
      throw failure('invalid', 'file must be a PNG, JPEG or GIF picture', { field: 'file' })
    const bytes = () => readFile(store, file.key)
    const crop = readCrop(fields)
    const [small, large] = await Promise.all(SIZES.map(size => squarePicture(bytes, size, crop))).catch(
      namingField('file'),
    )
    if (!small || !large) throw new Error('two sizes were asked for')
    return { squares: await putBoth(store, small.bytes, large.bytes), sent: [file.sha256, crop ?? null] }
  } finally {
    await store.remove(file.key)
  }
}

export async function removeSquares(
  store: FileStore,
  files: Pick<SquareFiles, 'file_key_128' | 'file_key_512'>,
): Promise<void> {
  await Promise.allSettled([store.remove(files.file_key_128), store.remove(files.file_key_512)])
}

export async function readFile(store: FileStore, key: string): Promise<Uint8Array<ArrayBuffer>> {
  const found = await store.get(key)
  if (!found) throw failure('missing', 'Picture not found')
  return new Uint8Array(await new Response(found.stream).arrayBuffer())
}

async function putBoth(store: FileStore, small: Uint8Array, large: Uint8Array): Promise<SquareFiles> {
  const keys = { file_key_128: newFileKey(), file_key_512: newFileKey() }
  try {
    await put(store, keys.file_key_128, small)
    await put(store, keys.file_key_512, large)
    return { ...keys, file_size: small.byteLength + large.byteLength }
  } catch (error) {
    await removeSquares(store, keys)
    throw error
  }
}

async function put(store: FileStore, key: string, bytes: Uint8Array) {
  await store.put(key, new Blob([new Uint8Array(bytes)]).stream(), { limit: MOST_BYTES })
}

/** The part of the picture to keep, when the form says so: all four numbers or none. */
function readCrop(fields: Record<string, string>) {
  const names = ['crop_x', 'crop_y', 'crop_width', 'crop_height'] as const
  if (names.every(name => fields[name] === undefined)) return undefined
  const [left = 0, top = 0, width = 0, height = 0] = names.map(name => wholeNumber(fields[name], name))
  if (width !== height) throw failure('invalid', 'crop_width and crop_height must be equal', { field: 'crop_width' })
  return { left, top, width, height }
}

function wholeNumber(text: string | undefined, field: string): number {
  const least = field === 'crop_x' || field === 'crop_y' ? 0 : 1
  const number = Number(text)
  if (!text || !Number.isSafeInteger(number) || number < least)
    throw failure('invalid', `${field} must be a whole number of pixels`, { field })
  return number
}
