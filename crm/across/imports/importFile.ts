import { failure } from '@portico/kit/api/failure'
import { csvReader, type Separator, separatorOf } from '@portico/kit/files/csvReader'
import type { ByteRange, FileStore } from '@portico/kit/files/fileStore'
import { decoded, ENCODINGS, type Encoding, encodingOf } from '@portico/kit/files/textEncoding'
import { isZip, xlsxRows } from '@portico/kit/files/xlsx/xlsxRows'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { FileColumn } from './guess.ts'

/** How the text of a file is written, or that it is a workbook. */
export const FILE_ENCODINGS = [...ENCODINGS, 'xlsx'] as const

/** How a file is to be read; a workbook has no separator, and writes numbers as files with commas do. */
export interface FileFormat {
  encoding: Encoding | 'xlsx'
  separator: Separator
}

export interface LookedAt extends FileFormat {
  columns: FileColumn[]
  rows: number
}

/** A row below the headers; empty lines count, but are not given. */
export interface FileRow {
  nr: number
  cells: string[]
}

const SAMPLES = 20
const SAMPLE_CHARACTERS = 200

/** Looks through a file once: how it is written, what its columns are called and hold, and how many rows it has. */
export async function lookAtFile(files: Pick<FileStore, 'get'>, key: string): Promise<LookedAt> {
  const { encoding, separator } = await formatOf(files, key)
  let columns: { header: string; samples: string[] }[] | undefined
  let rows = 0
  for await (const cells of allRows(files, key, { encoding, separator })) {
    if (!columns) {
      columns = headersOf(cells)
      continue
    }
    rows++
    if (rows > LIMITS.importRows)
      throw failure('invalid', `The file has more than ${LIMITS.importRows} rows: split it`, { field: 'file' })
    if (rows > 1000) continue
    for (const [at, column] of columns.entries()) {
      const cell = cells[at]?.trim()
      if (cell && column.samples.length < SAMPLES) column.samples.push(cell.slice(0, SAMPLE_CHARACTERS))
    }
  }
  if (!columns || rows === 0)
    throw failure('invalid', 'The file has no rows below its first line, which names the columns', { field: 'file' })
  return { encoding, separator, columns, rows }
}

/** Rows after the first `skip`, in batches. */
export async function* rowBatches(
  files: Pick<FileStore, 'get'>,
  key: string,
  format: FileFormat,
  { skip, size }: { skip: number; size: number },
): AsyncGenerator<{ rows: FileRow[]; upto: number }> {
  let nr = -1
  let rows: FileRow[] = []
  for await (const cells of allRows(files, key, format)) {
    nr++
    if (nr === 0 || nr <= skip) continue
    if (cells.some(cell => cell !== '')) rows.push({ nr, cells })
    if ((nr - skip) % size === 0) {
      yield { rows, upto: nr }
      rows = []
    }
  }
  if (nr > skip && (nr - skip) % size !== 0) yield { rows, upto: nr }
}

async function formatOf(files: Pick<FileStore, 'get'>, key: string): Promise<FileFormat> {
  for await (const begin of await chunksOf(files, key))
    if (isZip(begin)) return { encoding: 'xlsx', separator: ',' }
    else break
  const encoding = await encodingOf(await chunksOf(files, key))
  return { encoding, separator: await firstSeparator(files, key, encoding) }
}

async function* allRows(
  files: Pick<FileStore, 'get'>,
  key: string,
  { encoding, separator }: FileFormat,
): AsyncGenerator<string[]> {
  if (encoding === 'xlsx') return yield* xlsxRows(await bytesOf(files, key), WORKBOOK_LIMITS)
  const reader = csvReader(separator)
  for await (const text of decoded(await chunksOf(files, key), encoding)) yield* reader.push(text)
  yield* reader.end()
}

const WORKBOOK_LIMITS = { rows: LIMITS.importRows, columns: LIMITS.importColumns }

/** A workbook is read from several places: its directory is at the end of the file. */
async function bytesOf(files: Pick<FileStore, 'get'>, key: string) {
  const found = await files.get(key, { start: 0, end: 0 })
  await found?.stream.cancel()
  return {
    size: found?.size ?? 0,
    read: (start: number, end: number) => chunksOf(files, key, { start, end }),
  }
}

async function firstSeparator(files: Pick<FileStore, 'get'>, key: string, encoding: Encoding): Promise<Separator> {
  let head = ''
  for await (const text of decoded(await chunksOf(files, key), encoding)) {
    head += text
    if (head.length > 50_000) break
  }
  return separatorOf(head)
}

function headersOf(cells: readonly string[]): { header: string; samples: string[] }[] {
  if (cells.length > LIMITS.importColumns)
    throw failure('invalid', `The file has more than ${LIMITS.importColumns} columns`, { field: 'file' })
  if (cells.some(cell => cell.includes('\u0000')))
    throw failure('unsupported', 'This is no CSV file: save it as CSV first', { field: 'file' })
  return cells.map((header, at) => ({ header: header.trim().slice(0, 255) || `Column ${at + 1}`, samples: [] }))
}

async function chunksOf(
  files: Pick<FileStore, 'get'>,
  key: string,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  const found = await files.get(key, range)
  if (!found) throw failure('missing', 'The file of this import is gone')
  return pieces(found.stream)
}

/** Node's streams can be iterated over, and are cancelled when that ends early; pieces are small, so that others get their turn. */
async function* pieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (let at = 0; at < value.byteLength; at += PIECE) {
        yield value.subarray(at, at + PIECE)
        await new Promise(resolve => setImmediate(resolve))
      }
    }
  } finally {
    await reader.cancel()
  }
}

const PIECE = 65_536
