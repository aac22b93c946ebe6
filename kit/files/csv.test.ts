import { expect, test } from 'vitest'
import { csvLine, plainCell } from './csv.ts'

test.each([
  [['a', 1, true, null, undefined], 'a,1,true,,'],
  [['a "b", c'], '"a ""b"", c"'],
  [['two\nlines'], '"two\nlines"'],
  [[{ a: 1 }], '"{""a"":1}"'],
  [['=1+1', '-x', '@me', '+1 cell'], "'=1+1,'-x,'@me,'+1 cell"],
  [['+49 (30) 12-34/5', '-7.5'], '+49 (30) 12-34/5,-7.5'],
  [[-5], '-5'],
])('%j is %j', (values, line) => expect(csvLine(values)).toBe(`${line}\r\n`))

test.each([
  '=1+1',
  "'=1+1",
  "''@me",
  "'tis",
  '+49 30',
  "'+49 30",
  '\t=x',
  '',
  "'",
])('a cell of %j is read back as it was', text => {
  const cell = csvLine([text]).slice(0, -2)

  expect(plainCell(cell)).toBe(text)
})
