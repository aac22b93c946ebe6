import { once } from 'node:events'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { failure, isFailure } from '../api/failure.ts'
import { perRound } from '../jobs/perRound.ts'
import { cleanFileName } from './cleanFileName.ts'
import { drainBody } from './drainBody.ts'
import { newFileKey } from './fileKey.ts'
import type { FileStore } from './fileStore.ts'
import { peekStream } from './peekStream.ts'
import { SNIFF_SIZE, sniffType } from './sniffType.ts'
import { MAX_FIELDS, mostUploadBytes, type UploadLimits } from './uploadLimits.ts'

export interface UploadOptions extends UploadLimits {
  store: FileStore
  /** The only names a field or a file may have; any name when left out. */
  allowFields?: readonly string[]
  /** Keeps so many files, and tells of further ones and of those that are too large in `refused` instead of failing. */
  keepGood?: number
}

export interface Upload {
  fields: Record<string, string>
  files: UploadedFile[]
  /** Files that were not kept; only with `keepGood`. */
  refused: RefusedFile[]
}

export interface RefusedFile {
  name: string
  why: 'too large' | 'too many'
}

export interface UploadedFile {
  field: string
  /** Cleaned, fit to be shown. */
  name: string
  /** By the bytes of the file, not by what the sender says. */
  type: string
  size: number
  sha256: string
  key: string
}

/**
 * Reads a multipart form, its files straight into the store. Whatever goes wrong, none of them stays there.
 *
 * @example
 * const { fields, files } = await readUpload(request, { store, ...PICTURES, allowFields: ['picture'] })
 */
export async function readUpload(request: Request, options: UploadOptions): Promise<Upload> {
  const form = openForm(request, options)
  const fields = new Map<string, string>()
  const storing: Promise<UploadedFile | undefined>[] = []
  const refused: RefusedFile[] = []
  let named = 0
  const keys: string[] = []
  const failed = firstFailure(form)

  form.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) return failed.report(tooLarge(`The field ${name}`, options.maxFieldBytes, name))
    if (!isAllowed(name, options)) return failed.report(unknownField(name))
    if (fields.has(name)) return failed.report(failure('invalid', `The field ${name} came twice`, { field: name }))
    fields.set(name, value)
  })
  form.on('file', (name, file, { filename }) => {
    // An error of the form ends the file too, which must not bring down the process when nobody reads it.
    file.on('error', () => {})
    // The parser goes on to the end of the piece it was given, and nobody would ever end what it finds there.
    if (form.destroyed) return void file.destroy()
    if (!isAllowed(name, options)) return failed.report(unknownField(name))
    if (filename && options.keepGood !== undefined && named++ >= options.keepGood) {
      refused.push({ name: cleanFileName(filename), why: 'too many' })
      return void file.resume()
    }
    const key = newFileKey()
    keys.push(key)
    const stored = storeFile({ name, filename, file, key }, options, refused)
    stored.catch(error => failed.report(isOfForm(error, file) ? cutOff(error) : error))
    storing.push(stored)
  })
  form.on('filesLimit', () => failed.report(failure('invalid', `More than ${options.maxFiles} files`)))
  form.on('fieldsLimit', () => failed.report(failure('invalid', 'Too many fields')))
  form.on('partsLimit', () => failed.report(failure('invalid', 'Too many parts')))
  form.on('error', error => failed.report(cutOff(error)))

  try {
    await pour(request, form, mostUploadBytes(options), failed.happened)
    const files = await Promise.all(storing)
    return { fields: Object.fromEntries(fields), files: files.filter(file => file !== undefined), refused }
  } catch (error) {
    form.destroy()
    await Promise.allSettled(storing)
    await Promise.allSettled(keys.map(key => options.store.remove(key)))
    await drainBody(request)
    throw error
  }
}

function openForm(request: Request, options: UploadOptions): busboy.Busboy {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw failure('unsupported', 'Send the form as multipart/form-data')
  if (Number(request.headers.get('content-length')) > mostUploadBytes(options)) {
    throw tooLarge('The request', mostUploadBytes(options))
  }
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      preservePath: true,
      limits: limits(options),
    })
  } catch {
    throw failure('invalid', 'The content type of the form names no boundary')
  }
}

function limits(options: UploadOptions): busboy.Limits {
  const { maxFiles, maxFieldBytes, maxFileBytes, maxFields = MAX_FIELDS, keepGood } = options
  return {
    files: maxFiles,
    // The parser skips the rest of a file that is too large; a file that fills its limit counts as cut off.
    ...(keepGood !== undefined && { fileSize: maxFileBytes + 1 }),
    fields: maxFields,
    // A field that fills its limit counts as cut off, also when it just fits.
    fieldSize: maxFieldBytes + 1,
    // Parts that are neither a field nor a file count here only.
    parts: maxFiles + maxFields + 10,
  }
}

/** Hands the body to the parser, and stops at the first failure. */
async function pour(request: Request, form: busboy.Busboy, most: number, failed: Promise<never>): Promise<void> {
  if (!request.body) throw failure('invalid', 'The form is empty')
  const reader = request.body.getReader()
  try {
    // One race for the whole form: one for each chunk would keep all chunks in memory for as long as nothing fails.
    const poured = pourAll(reader, form, most).catch(error => {
      throw isFailure(error) ? error : cutOff(error)
    })
    poured.catch(() => {})
    await Promise.race([poured, failed])
  } finally {
    // Ends a read that is still waiting, and so the pouring.
    reader.releaseLock()
  }
}

/** Of all uploads together. One is parsed, hashed and written at a time, which takes about a millisecond. */
const piecesInRound = perRound(4)

/** No faster than the files in it are stored. */
async function pourAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  form: busboy.Busboy,
  most: number,
): Promise<void> {
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    total += value.byteLength
    if (total > most) throw tooLarge('The request', most)
    await piecesInRound()
    await write(form, value)
  }
  const closed = once(form, 'close')
  form.end()
  await closed
}

function write(form: busboy.Busboy, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => form.write(chunk, error => (error ? reject(error) : resolve())))
}

interface FilePart {
  name: string | undefined
  filename: string | undefined
  file: Readable & { truncated?: boolean }
  key: string
}

async function storeFile(
  part: FilePart,
  { store, maxFileBytes, keepGood }: UploadOptions,
  refused: RefusedFile[],
): Promise<UploadedFile | undefined> {
  const { head, stream } = await peekStream(part.file, SNIFF_SIZE)
  // A file input left empty in a browser sends a part without name and bytes.
  if (!part.filename && head.byteLength === 0) return undefined
  const field = part.name ?? ''
  const type = sniffType(head)
  try {
    const limit = keepGood === undefined ? maxFileBytes : maxFileBytes + 1
    const stored = await store.put(part.key, stream, { limit, type })
    const name = cleanFileName(part.filename ?? '')
    if (!part.file.truncated) return { field, name, type, ...stored, key: part.key }
    refused.push({ name, why: 'too large' })
    await store.remove(part.key)
    return undefined
  } catch (error) {
    throw isFailure(error) && error.code === 'too_large' ? tooLarge('The file', maxFileBytes, field) : error
  }
}

/** Whether a file could not be read because the form ended; else it could not be stored, which is not the sender's fault. */
function isOfForm(error: unknown, file: Readable): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || (error instanceof Error && error === file.errored)
}

function isAllowed(name: string | undefined, { allowFields }: UploadOptions): boolean {
  return Boolean(name) && (!allowFields || allowFields.includes(name ?? ''))
}

function unknownField(name: string | undefined): Error {
  return name
    ? failure('invalid', `The field ${name} is not expected here`, { field: name })
    : failure('invalid', 'A part of the form has no name')
}

function cutOff(error: unknown): Error {
  return failure('invalid', 'The form is cut off or malformed', { log: String(error) })
}

function tooLarge(what: string, limit: number, field?: string): Error {
  return failure('too_large', `${what} is larger than ${limit} bytes`, { limit, ...(field && { field }) })
}

/** Several things may fail one after the other because of the first, which is the one to tell. */
function firstFailure(form: busboy.Busboy) {
  let report: (error: unknown) => void = () => {}
  const happened = new Promise<never>((_resolve, reject) => {
    report = error => {
      reject(error)
      form.destroy()
    }
  })
  happened.catch(() => {})
  return { report, happened }
}
