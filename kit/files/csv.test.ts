import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  [['a', 1, true, null, undefined], 'a,1,true,,'],
  [['a "b", c'], '"a ""b"", c"'],
  [['two\nlines'], '"two\nlines"'],
  [[{ a: 1 }], '"{""a"":1}"'],
  [['=1+1', '-x', '@me', '+49 1'], "'=1+1,'-x,'@me,'+49 1"],
  [[-5], '-5'],
])('%j is %j', (values, line) => expect(csvLine(values)).toBe(`${line}\r\n`))
