import { failure } from '@portico/kit/api/failure'
import { csvReader, separatorOf } from '@portico/kit/files/csvReader'
import { decoded, encodingOf } from '@portico/kit/files/textEncoding'
import type { RawBook } from './catalogueRow.ts'

/** Headers as bookstores write them, without blanks and signs. */
const HEADERS = {
  isbn: ['isbn13', 'isbn', 'isbn10', 'ean', 'ean13', 'barcode'],
  name: ['title', 'name', 'booktitle'],
  edition: ['edition', 'ed', 'editionnumber'],
  authors: ['author', 'authors', 'authorname'],
  price: ['listprice', 'price', 'newprice', 'retail', 'retailprice', 'msrp'],
  course: ['course', 'courses', 'coursecode', 'courseid'],
  department: ['department', 'dept', 'subject', 'subjectcode'],
  number: ['coursenumber', 'courseno', 'number', 'catalognumber'],
} as const

export interface PlacedBook {
  /** Where in the file: `line 12`. */
  place: string
  raw: RawBook
}

/** Reads a CSV of a bookstore row by row. The file is opened twice: how it is encoded is known at its end. */
export async function* csvBooks(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<PlacedBook> {
  const encoding = await encodingOf(open())
  let reader: ReturnType<typeof csvReader> | undefined
  let columns: Map<string, number> | undefined
  let line = 0

  function* placed(rows: string[][]): Generator<PlacedBook> {
    for (const row of rows) {
      const at = line + 1
      // A cell in quotes may hold line ends.
      line += 1 + row.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      if (row.length === 1 && row[0]?.trim() === '') continue
      if (columns === undefined) columns = columnsOf(row)
      else yield { place: `line ${at}`, raw: rawOf(row, columns) }
    }
  }

  for await (const text of decoded(open(), encoding)) {
    reader ??= csvReader(separatorOf(text))
    yield* placed(reader.push(text))
  }
  if (reader) yield* placed(reader.end())
  if (columns === undefined) throw failure('invalid', 'The file is empty')
}

function columnsOf(header: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>()
  const plain = header.map(cell => cell.toLowerCase().replace(/[^a-z0-9]/g, ''))
  for (const [field, names] of Object.entries(HEADERS)) {
    const at = names.map((name: string) => plain.indexOf(name)).find(index => index >= 0)
    if (at !== undefined) columns.set(field, at)
  }
  for (const field of ['isbn', 'name'])
    if (!columns.has(field))
      throw failure(
        'invalid',
        `The first line needs a column ${field === 'isbn' ? 'ISBN' : 'Title'}; it has ${header.join(', ').slice(0, 200)}`,
      )
  return columns
}

function rawOf(row: readonly string[], columns: Map<string, number>): RawBook {
  const cell = (field: keyof typeof HEADERS) => row[columns.get(field) ?? -1] ?? ''
  const split = cell('course').split(/[;|/,]/)
  const joined = columns.has('department') && columns.has('number') ? [`${cell('department')} ${cell('number')}`] : []
  const courses = columns.has('course') ? split : joined
  return {
    isbn: cell('isbn'),
    name: cell('name'),
    edition: cell('edition'),
    authors: cell('authors'),
    price: cell('price'),
    courses,
  }
}
