import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { csvReader, separatorOf } from './csvReader.ts'
import { decoded, encodingOf } from './textEncoding.ts'

function rowsOf(text: string, separator: ',' | ';' = ',', pieces = text.length || 1): string[][] {
  const reader = csvReader(separator)
  const rows: string[][] = []
  for (let at = 0; at < text.length; at += pieces) rows.push(...reader.push(text.slice(at, at + pieces)))
  return [...rows, ...reader.end()]
}

test('quotes, doubled quotes, separators and line ends in cells are read, wherever the pieces of the text end', () => {
  const text = 'a,"b ""x"", y","line 1\r\nline 2"\r\n,plain "quote",\r"",z,\n\nlast,'
  const rows = [['a', 'b "x", y', 'line 1\r\nline 2'], ['', 'plain "quote"', ''], ['', 'z', ''], [''], ['last', '']]

  for (const pieces of [1, 2, 3, 7, 1000]) expect(rowsOf(text, ',', pieces)).toEqual(rows)
})

test('what csvLine writes is read back', () => {
  const values = ['plain', 'a,b', 'x "y"', 'two\nlines', '', "it's"]

  expect(rowsOf(csvLine(values))).toEqual([values])
})

test('400 for a quote that is never closed, instead of taking the rest of the file for one cell', () => {
  expect(() => rowsOf(`a,"${'x'.repeat(300_000)}`)).toThrow('A cell of row 1 does not end')
})

test.each([
  ['a;b,c;d\n1;2,5;3\n', ';'],
  ['a,b\n1,2\n', ','],
  ['a\tb\tc, d\n1\t2\t3\n', '\t'],
  ['one\ntwo\n', ','],
  ['"a,b";c\n"d,e";f\n', ';'],
])('the separator of %j is %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})

test('UTF-8, Windows-1252 and UTF-16 are told apart and read, also when a letter is cut in two', async () => {
  const files = {
    'utf-8': new TextEncoder().encode('\ufeffMüller €'),
    'windows-1252': Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80]),
    'utf-16le': Uint8Array.from([0xff, 0xfe, ...Buffer.from('Müller €', 'utf16le')]),
    'utf-16be': Uint8Array.from([0xfe, 0xff, ...Buffer.from('Müller €', 'utf16le').swap16()]),
  } as const
  for (const [encoding, bytes] of Object.entries(files)) {
    async function* chunks() {
      yield bytes.subarray(0, 5)
      yield bytes.subarray(5)
    }
    expect(await encodingOf(chunks())).toBe(encoding)
    let text = ''
    for await (const piece of decoded(chunks(), encoding as keyof typeof files)) text += piece
    expect(text).toBe('Müller €')
  }
})
