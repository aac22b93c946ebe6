import { failure } from '@portico/kit/api/failure'
import type { Client } from '@portico/kit/database/connect'
import { readRow } from './catalogueRow.ts'
import { csvBooks, type PlacedBook } from './csvBooks.ts'
import { onixBooks } from './onixBooks.ts'
import { type CatalogueBook, countTitles, storeCatalogueBooks } from './store.ts'

export interface ImportedCatalogue {
  added: number
  known: number
  wrong: number
}

interface ImportOptions {
  /** Opens the file from its beginning. */
  open: () => AsyncIterable<Uint8Array>
  now: Date
  /** Hears of each row that cannot be used: where it is, and why. */
  tellWrong: (line: string) => void
}

/** So many books are stored at once; a file is never held whole. */
const BATCH = 500

/** Imports the catalogue of a bookstore, ONIX 3 or CSV. Run again it changes nothing; bad rows are told and left out. */
export async function importCatalogue(
  sql: Client,
  { open, now, tellWrong }: ImportOptions,
): Promise<ImportedCatalogue> {
  const counted = { added: 0, known: 0, wrong: 0 }
  let batch = new Map<string, CatalogueBook>()
  const store = async () => {
    const books = [...batch.values()]
    batch = new Map()
    if (books.length === 0) return
    const { added, known } = await sql.begin(async transaction => {
      await countTitles(
        transaction,
        books.map(book => book.name),
      )
      return storeCatalogueBooks(transaction, books, now)
    })
    counted.added += added
    counted.known += known
  }
  for await (const { place, raw } of await booksIn(open)) {
    const read = readRow(raw)
    if ('wrong' in read) {
      counted.wrong++
      tellWrong(`${place}: ${read.wrong}`)
      continue
    }
    batch.set(read.book.isbn13, joined(batch.get(read.book.isbn13), read.book))
    if (batch.size >= BATCH) await store()
  }
  await store()
  return counted
}

/** One book has a row for each of its courses. */
function joined(before: CatalogueBook | undefined, book: CatalogueBook): CatalogueBook {
  if (!before) return book
  return { ...book, courses: [...new Set([...before.courses, ...book.courses])].slice(0, 50) }
}

/** A file that begins with a tag is ONIX, any other one CSV. */
async function booksIn(open: ImportOptions['open']): Promise<AsyncGenerator<PlacedBook>> {
  for await (const chunk of open()) {
    const begin = new TextDecoder('latin1').decode(chunk.subarray(0, 200))
    if (begin.startsWith('PK\u0003\u0004'))
      throw failure('unsupported', 'The file is a workbook or an archive: save it as CSV, or unpack it')
    // Without marks of an encoding and the zeros of UTF-16.
    const head = begin.replace(/^(?:ï»¿|þÿ|ÿþ)/, '').replaceAll('\0', '')
    return head.trimStart().startsWith('<') ? onixBooks(open) : csvBooks(open)
  }
  return csvBooks(open)
}
