import { expect, test } from 'vitest'
import { sheetOfTexts, workbook, zipped } from '../../testing/makeXlsx.ts'
import { columnOf, numberText, shownAs } from './cellText.ts'
import { xlsxRows } from './xlsxRows.ts'

const LIMITS = { rows: 1_000, columns: 50 }

async function rowsOf(file: Buffer, limits = LIMITS): Promise<string[][]> {
  const rows: string[][] = []
  const bytes = {
    size: file.length,
    async read(start: number, end: number) {
      // In small pieces: tags and letters are cut in two everywhere.
      return (async function* () {
        for (let at = start; at <= end; at += 97) yield file.subarray(at, Math.min(at + 97, end + 1))
      })()
    },
  }
  for await (const row of xlsxRows(bytes, limits)) rows.push(row)
  return rows
}

test('cells are given as a CSV file of the sheet would have them', async () => {
  const rows = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>Rich </t></r><r><t>text</t></r></is></c></row>
    <row r="2"><c r="A2"><v>1234.5</v></c><c r="B2" s="1"><v>46023</v></c><c r="C2" s="2"><v>0.4</v></c><c r="D2" t="b"><v>1</v></c></row>
    <row r="3" spans="1:4"><c r="A3" s="1"/><c r="B3" s="3"><v>46023.75</v></c><c r="C3" s="4"><v>0.5</v></c><c r="D3" t="str"><f>A2&amp;"x"</f><v>from a formula</v></c></row>
    <row r="5"><c r="C5" t="e"><v>#N/A</v></c><c r="D5"><f>1+1</f><v>2</v></c><c r="E5" s="5"><v>46023</v></c><c r="F5" s="6"><v>1.5</v></c></row>
    <row r="9"/><row r="10"><c r="A10" s="1"/></row>`
  const formats = ['[$-407]d\\.\\ mmm\\ yyyy', '0.00&quot; days&quot;']

  expect(await rowsOf(zipped(workbook(rows, { texts: ['M\u00fcller &amp; S\u00f6hne_x000D_'], formats })))).toEqual([
    ['M\u00fcller & S\u00f6hne\r', 'Rich text'],
    ['1234.5', '2026-01-01', '40%', 'TRUE'],
    ['', '2026-01-01T18:00:00', '12:00:00', 'from a formula'],
    [''],
    ['', '', '', '2', '2026-01-01', '1.5'],
  ])
})

test('the texts of many cells are shared, comments and CDATA are XML, and pronunciations are left out', async () => {
  const parts = workbook('<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>7</v></c></row>')
  parts['xl/sharedStrings.xml'] =
    '<sst><!-- > --><si><t>a</t><rPh><t>said</t></rPh></si><si><t><![CDATA[<b>]]></t></si><si/></sst>'

  expect(await rowsOf(zipped(parts))).toEqual([['<b>', 'a']])
})

test.each([
  ['14', undefined, 'date'],
  ['0', undefined, 'number'],
  ['164', 'yyyy-mm-dd hh:mm', 'moment'],
  ['164', '[h]:mm', 'time'],
  ['164', '[Red]0.0%', 'percent'],
  ['164', '#,##0.00 "d"', 'number'],
  ['164', 'mmm', 'date'],
  ['164', 'General', 'number'],
] as const)('the format %s %s shows a %s', (id, code, shown) => {
  expect(shownAs(Number(id), code)).toBe(shown)
})

test('days are counted from 1900 or 1904, numbers have fifteen digits and no powers', () => {
  expect(numberText('1', 'date', false)).toBe('1900-01-01')
  expect(numberText('59', 'date', false)).toBe('1900-02-28')
  expect(numberText('61', 'date', false)).toBe('1900-03-01')
  expect(numberText('44561', 'date', true)).toBe('2026-01-01')
  expect(numberText('99999999', 'date', false)).toBe('99999999')
  expect(numberText('0.30000000000000004', 'number', false)).toBe('0.3')
  expect(numberText('4.91712345678E+11', 'number', false)).toBe('491712345678')
  expect(numberText('1e-7', 'number', false)).toBe('0.0000001')
  expect(numberText('x', 'number', false)).toBe('')
  expect(['A1', 'Z9', 'AA10', 'XFD1', '1'].map(columnOf)).toEqual([0, 25, 26, 16_383, undefined])
})

const refused = async (file: Buffer, limits = LIMITS) =>
  rowsOf(file, limits).then(
    () => 'read',
    error => `${error.code}: ${error.message}`,
  )

test('what is no workbook, or a damaged one, is refused', async () => {
  const good = zipped(workbook(sheetOfTexts([['a'], ['b']])))
  const cut = Buffer.concat([good.subarray(0, 300), good.subarray(-200)])
  const wrong = Buffer.from(good)
  wrong.fill(0xff, 60, 90)

  expect(await refused(Buffer.from('PK\u0003\u0004'))).toMatch(/^invalid: The workbook cannot be read/)
  expect(await refused(zipped({ 'word/document.xml': '<w/>' }))).toMatch(/^unsupported: This is no Excel workbook/)
  expect(await refused(cut)).toMatch(/^invalid/)
  expect(await refused(zipped({ ...workbook(''), 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }))).toMatch(
    /^invalid/,
  )
  const { 'xl/worksheets/sheet1.xml': _, ...without } = workbook('')
  expect(await refused(zipped(without))).toMatch(/^invalid/)
  for (let at = 0; at < good.length; at += 53) expect(await refused(good.subarray(0, at))).toMatch(/^invalid/)
})

test('a bomb, entities, and more rows, columns or texts than there may be are refused before they are held', async () => {
  const bomb = zipped({ ...workbook(''), 'xl/workbook.xml': '<a/>'.repeat(6_000_000) })
  expect(bomb.length).toBeLessThan(100_000)
  expect(await refused(bomb)).toMatch(/^too_large/)
  expect(await refused(zipped({ ...workbook(''), 'xl/workbook.xml': `<${'a'.repeat(2_000_000)}` }))).toMatch(/^invalid/)
  const entities = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>'
  expect(await refused(zipped({ ...workbook('<row/>'), 'xl/sharedStrings.xml': entities }))).toMatch(/^unsupported/)
  expect(await refused(zipped(workbook('<row r="1048576"><c><v>1</v></c></row>')))).toMatch(
    /^invalid: The file has more than 1000 rows/,
  )
  expect(await refused(zipped(workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>')))).toMatch(/more than 50 columns/)
  expect(await refused(zipped(workbook('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>')))).toMatch(
    /^invalid/,
  )
  const many = zipped({ ...workbook('<row/>'), 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_000_001)}</sst>` })
  expect(await refused(many)).toMatch(/^too_large/)
})
