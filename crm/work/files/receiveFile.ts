import { coerce } from '@portico/kit/api/coerce'
import { failure, isFailure } from '@portico/kit/api/failure'
import { validate } from '@portico/kit/api/validate'
import { readUpload, type Upload, type UploadedFile } from '@portico/kit/files/readUpload'
import { contentType } from '@portico/kit/http/request'
import type { Crm } from '../../base/api/context.ts'
import { announcedStore, claimUpload } from './announcedStore.ts'
import { FileLinks, linkFields } from './links.ts'

/** The largest file that is taken. */
export const MAX_FILE_BYTES = 250_000_000

export const FILE_UPLOAD = { maxFileBytes: MAX_FILE_BYTES, maxFiles: 1, maxFieldBytes: 10_000 }

export interface ReceivedFile {
  file: UploadedFile
  links: FileLinks
  /** Makes the stored bytes those of a record, in the transaction of `crm`; without it they are thrown away. */
  claim(crm: Crm): Promise<void>
}

/**
 * Streams the file of the form under `file` into the store and hands it to `keep`, which writes in one transaction.
 * When it fails, or does not claim the file, nothing stays behind.
 */
export async function receiveFile<T>(
  outer: Crm,
  keep: (crm: Crm, received: ReceivedFile) => Promise<T>,
  limits = FILE_UPLOAD,
  /** Looks at the stored bytes, before the transaction opens, and refuses by throwing. */
  before: (file: UploadedFile) => Promise<void> = async () => {},
): Promise<T> {
  const { call, services } = outer
  if (contentType(call.request) !== 'multipart/form-data')
    throw failure('unsupported', 'Send multipart/form-data with the file in the form field file', { field: 'file' })
  const store = announcedStore(outer.actor.companyId, services)
  const upload = await readUpload(call.request, { store, ...limits }).catch(error =>
    namingFile(error, limits.maxFileBytes),
  )
  let claimed = false
  try {
    const file = theFile(upload)
    const links = readLinks(upload.fields)
    await before(file)
    return await services.database.write(async sql => {
      claimed = false
      return keep(
        { ...outer, sql },
        {
          file,
          links,
          async claim(crm) {
            await claimUpload(crm, file.key)
            claimed = true
          },
        },
      )
    })
  } catch (error) {
    claimed = false
    throw error
  } finally {
    // What cannot be removed now is swept later.
    if (!claimed) for (const { key } of upload.files) await store.remove(key).catch(() => {})
  }
}

/** A request that says beforehand how large it is, is refused as a whole: what makes it large is the file. */
function namingFile(error: unknown, limit: number): never {
  const whole = isFailure(error) && error.code === 'too_large' && error.details.field === undefined
  throw whole ? failure('too_large', `The file is larger than ${limit} bytes`, { field: 'file', limit }) : error
}

function theFile({ files, fields }: Upload): UploadedFile {
  const [sent] = files
  if (sent?.field === 'file') return sent
  if (sent) throw failure('invalid', `Send the file in the form field file, not ${sent.field}`, { field: 'file' })
  if (fields.file !== undefined)
    throw failure('invalid', 'file must be a file: this form has text in its place', { field: 'file' })
  throw failure('invalid', 'file is required', { field: 'file' })
}

/** Other bodies are parsed by the schema of their operation before it runs; a form that streams is parsed here. */
function readLinks(fields: Record<string, string>): FileLinks {
  // A form field left empty says nothing, and one that is not known is not looked at, as in every v1 body.
  const given = Object.entries(fields).filter(([name, value]) => Object.hasOwn(linkFields, name) && value.trim() !== '')
  const links = coerce(FileLinks, Object.fromEntries(given))
  validate(FileLinks, links, 'body')
  return links as FileLinks
}
