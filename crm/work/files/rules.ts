import { failure } from '@portico/kit/api/failure'
import { cleanFileName } from '@portico/kit/files/cleanFileName'

/** The kind of an uploaded file in a word, by its bytes. */
export function fileTypeOf(mimeType: string): string {
  return TYPES[mimeType] ?? BY_FAMILY[mimeType.split('/')[0] ?? ''] ?? 'file'
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/rtf': 'doc',
  'application/x-ole-storage': 'doc',
  [`${OFFICE}.wordprocessingml.document`]: 'doc',
  [`${OFFICE}.spreadsheetml.sheet`]: 'sheet',
  [`${OFFICE}.presentationml.presentation`]: 'slides',
  [`${OPEN_DOCUMENT}.text`]: 'doc',
  [`${OPEN_DOCUMENT}.spreadsheet`]: 'sheet',
  [`${OPEN_DOCUMENT}.presentation`]: 'slides',
  'application/zip': 'archive',
  'application/gzip': 'archive',
  'application/x-7z-compressed': 'archive',
  'application/vnd.rar': 'archive',
}

const BY_FAMILY: Readonly<Record<string, string>> = { image: 'img', audio: 'audio', video: 'video', text: 'text' }

/** The name people see. Unlike the name of a file it may have slashes; what cannot be seen is dropped. */
export function readName(given: string, field: string): string {
  const name = given.replace(UNSEEN, '').trim()
  if (name === '') throw failure('invalid', `${field} must have a letter that can be seen`, { field })
  return name
}

/** Control characters, and those that turn the reading direction, which make `exe.gpj` read as a picture. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The name to save a file under: the one people see, with the ending it came with when it has none. */
export function downloadName({ name, file_name }: { name: string; file_name: string }): string {
  const shown = cleanFileName(name.replace(/[/\\]/g, '_'))
  const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(file_name) ?? []
  return /\.[a-z0-9]{1,10}$/i.test(shown) ? shown : `${shown}${ending}`
}
