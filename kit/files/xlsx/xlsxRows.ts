import { posix } from 'node:path'
import { failure } from '../../api/failure.ts'
import { columnOf, numberText, type Shown, shownAs, unescaped } from './cellText.ts'
import { attributeOf, xmlTokens } from './xmlTokens.ts'
import { type Bytes, broken, openZip, type ZipReader } from './zipReader.ts'

export interface XlsxLimits {
  rows: number
  columns: number
}

/** Lists of sheets, relations and styles. */
const MOST_SMALL_BYTES = 20_000_000
const MOST_SHEET_BYTES = 400_000_000
const MOST_TEXT_BYTES = 150_000_000
/** Of all texts that cells share: they are held in memory. */
const MOST_TEXT_CHARACTERS = 30_000_000
const MOST_TEXTS = 1_000_000
const MOST_STYLES = 100_000
const LONGEST_CELL = 200_000

/** Whether these are the first bytes of a ZIP archive, which a workbook is. */
export function isZip(begin: Uint8Array): boolean {
  return begin[0] === 0x50 && begin[1] === 0x4b && begin[2] === 3 && begin[3] === 4
}

/**
 * The rows of the first sheet of an XLSX workbook as texts, as a CSV file of it would have them, piece by piece. Of formulas
 * it gives what they came to when the file was saved; what the workbook refers to outside of it is never asked for.
 */
export async function* xlsxRows(bytes: Bytes, limits: XlsxLimits): AsyncGenerator<string[]> {
  const zip = await openZip(bytes)
  const book = await bookOf(zip)
  const texts = book.texts ? await sharedTexts(zip, book.texts) : []
  const styles = book.styles ? await stylesOf(zip, book.styles) : []
  yield* sheetRows(zip, book.sheet, { texts, styles, is1904: book.is1904, limits })
}

interface Book {
  sheet: string
  texts: string | undefined
  styles: string | undefined
  is1904: boolean
}

async function bookOf(zip: ZipReader): Promise<Book> {
  if (!zip.has('xl/workbook.xml')) throw failure('unsupported', 'This is no Excel workbook (XLSX)', { field: 'file' })
  let sheet: string | undefined
  let is1904 = false
  for await (const tokens of xmlTokens(zip.open('xl/workbook.xml', MOST_SMALL_BYTES)))
    for (const token of tokens) {
      if (token.type !== 'open') continue
      if (token.name === 'workbookPr') is1904 = /^(1|true)$/.test(attributeOf(token.attributes, 'date1904') ?? '')
      const isHidden = attributeOf(token.attributes, 'state')?.includes('idden') ?? false
      if (token.name === 'sheet' && !isHidden) sheet ??= attributeOf(token.attributes, 'id')
    }
  const parts = new Map<string, string>()
  if (zip.has('xl/_rels/workbook.xml.rels'))
    for await (const tokens of xmlTokens(zip.open('xl/_rels/workbook.xml.rels', MOST_SMALL_BYTES)))
      for (const token of tokens) {
        if (token.type !== 'open' || token.name !== 'Relationship') continue
        const [id, target, type = '', mode] = ['Id', 'Target', 'Type', 'TargetMode'].map(name =>
          attributeOf(token.attributes, name),
        )
        if (mode === 'External' || !id || !target) continue
        const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
        parts.set(id, path)
        parts.set(type.slice(type.lastIndexOf('/') + 1), path)
      }
  const path = parts.get(sheet ?? '')
  if (!path || !zip.has(path)) throw broken()
  const there = (name: string) => (zip.has(parts.get(name) ?? '') ? parts.get(name) : undefined)
  return { sheet: path, texts: there('sharedStrings'), styles: there('styles'), is1904 }
}

/** Texts that cells name by number; how to pronounce them is left out. */
async function sharedTexts(zip: ZipReader, part: string): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  let text = ''
  const inside: string[] = []
  for await (const tokens of xmlTokens(zip.open(part, MOST_TEXT_BYTES)))
    for (const token of tokens) {
      if (token.type === 'text') {
        if (inside.at(-1) === 't' && !inside.includes('rPh')) text += token.text
      } else if (token.type === 'open') {
        if (token.name === 'si') text = ''
        if (!token.isEmpty) inside.push(token.name)
        if (inside.length > 50) throw broken()
      } else inside.pop()
      const isEnd = token.type === 'close' || (token.type === 'open' && token.isEmpty)
      if (!isEnd || token.name !== 'si') continue
      characters += text.length
      if (texts.push(unescaped(text)) > MOST_TEXTS || characters > MOST_TEXT_CHARACTERS)
        throw failure('too_large', 'The workbook has too much text in it: split it, or save it as CSV', {
          field: 'file',
        })
    }
  return texts
}

/** How each style shows numbers. */
async function stylesOf(zip: ZipReader, part: string): Promise<Shown[]> {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  let isInCells = false
  for await (const tokens of xmlTokens(zip.open(part, MOST_SMALL_BYTES)))
    for (const token of tokens) {
      if (token.type === 'text') continue
      if (token.name === 'cellXfs') isInCells = token.type === 'open' && !token.isEmpty
      if (token.type !== 'open') continue
      const id = Number(attributeOf(token.attributes, 'numFmtId') ?? 0)
      if (token.name === 'numFmt' && codes.size < MOST_STYLES)
        codes.set(id, (attributeOf(token.attributes, 'formatCode') ?? '').slice(0, 255))
      if (token.name === 'xf' && isInCells && styles.length < MOST_STYLES) styles.push(shownAs(id, codes.get(id)))
    }
  return styles
}

interface Reading {
  texts: readonly string[]
  styles: readonly Shown[]
  is1904: boolean
  limits: XlsxLimits
}

async function* sheetRows(zip: ZipReader, part: string, reading: Reading): AsyncGenerator<string[]> {
  const { limits } = reading
  let given = 0
  let nr = 0
  let row: string[] = []
  let cell: { column: number; type: string; style: number; value: string } | undefined
  let takes = false
  for await (const tokens of xmlTokens(zip.open(part, MOST_SHEET_BYTES))) {
    for (const token of tokens) {
      if (token.type === 'text') {
        if (!takes || !cell) continue
        cell.value += token.text
        if (cell.value.length > LONGEST_CELL) throw broken()
      } else if (token.type === 'open') {
        const { name, attributes, isEmpty } = token
        if (name === 'row') {
          nr = Number(attributeOf(attributes, 'r') ?? nr + 1)
          row = []
          if (!Number.isInteger(nr) || nr <= given) throw broken()
        } else if (name === 'c') {
          const column = columnOf(attributeOf(attributes, 'r') ?? '') ?? row.length
          if (column >= limits.columns)
            throw failure('invalid', `The sheet has more than ${limits.columns} columns`, { field: 'file' })
          const style = Number(attributeOf(attributes, 's') ?? 0)
          cell = isEmpty ? undefined : { column, type: attributeOf(attributes, 't') ?? 'n', style, value: '' }
        }
        // Texts stand in `v`, or in `t` where the cell has its own; formulas are not looked at.
        takes = !isEmpty && (name === 'v' || (name === 't' && cell?.type === 'inlineStr'))
      } else {
        takes = false
        if (token.name === 'c' && cell) {
          const text = cellText(cell, reading)
          while (text !== '' && row.length < cell.column) row.push('')
          if (text !== '') row[cell.column] = text
          cell = undefined
        } else if (token.name === 'row' && row.length > 0) {
          if (nr > limits.rows + 1)
            throw failure('invalid', `The file has more than ${limits.rows} rows: split it`, { field: 'file' })
          // Rows without anything in them may be left out of a sheet; they count.
          for (given++; given < nr; given++) yield ['']
          yield row
        } else if (token.name === 'sheetData') return
      }
    }
    await new Promise(resolve => setImmediate(resolve))
  }
  throw broken()
}

function cellText(
  { type, style, value }: { type: string; style: number; value: string },
  { texts, styles, is1904 }: Reading,
): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'str' || type === 'inlineStr') return unescaped(value)
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.trim()
  // What a formula could not work out (#N/A) is no value.
  if (type === 'e') return ''
  return numberText(value, styles[style] ?? 'number', is1904)
}
