import { crc32, deflateRawSync } from 'node:zlib'
import { type ZipEntry, zipDirectory, zipHeader } from '../files/zip.ts'

/** Parts of a workbook by their names, as an archive. */
export function zipped(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const pieces: Buffer[] = []
  const entries: ZipEntry[] = []
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const entry: ZipEntry = {
      name,
      method: 'deflated',
      crc: crc32(plain),
      size: plain.length,
      packed: packed.length,
      time: new Date(),
    }
    entries.push(entry)
    pieces.push(zipHeader(entry), packed)
  }
  const body = Buffer.concat(pieces)
  return Buffer.concat([body, zipDirectory(entries, body.length)])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The parts that every workbook of one sheet has; `rows` is the XML within its `sheetData`. */
export function workbook(
  rows: string,
  {
    texts = [],
    formats = [],
    book = '',
  }: { texts?: readonly string[]; formats?: readonly string[]; book?: string } = {},
): Record<string, string> {
  const own = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')
  const ids = [0, 14, 10, 22, 20, ...formats.map((_, at) => 164 + at)]
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"/>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${book}<sheets><sheet name="Secret" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId4" Type="${OFFICE}/externalLink" Target="http://127.0.0.1:9/book.xlsx" TargetMode="External"/></Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${texts.map(text => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${own}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${ids.map(id => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${rows}</sheetData></worksheet>`,
  }
}

/** A sheet of texts. */
export function sheetOfTexts(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row.map(text => `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`)
  return rows.map((row, at) => `<row r="${at + 1}">${cells(row).join('')}</row>`).join('')
}
