import { expect, test } from 'vitest'
import { cleanFileName } from './cleanFileName.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['Umowa – zażółć (1).pdf', 'Umowa – zażółć (1).pdf'],
  ['見積書.xlsx', '見積書.xlsx'],
  ['👩‍👧 photo.jpg', '👩‍👧 photo.jpg'],
  ['cafe\u0301.txt', 'café.txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\offer.doc', 'offer.doc'],
  ['/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  ['.htaccess', 'htaccess'],
  ['  spaced .txt. ', 'spaced .txt'],
  ['a\r\nX-Evil: 1\0.txt', 'aX-Evil: 1.txt'],
  ['a\u0085b\u2028c.txt', 'abc.txt'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['lone \ud800 half.txt', 'lone  half.txt'],
])('%j becomes %j', (given, cleaned) => {
  expect(cleanFileName(given)).toBe(cleaned)
})

test('a long name is cut by whole characters and keeps its extension', () => {
  const cleaned = cleanFileName(`${'😀'.repeat(300)}.tar.gz`)

  expect(cleaned).toBe(`${'😀'.repeat(197)}.gz`)
})

test('a name that is too long keeps an ending that is one', () => {
  const ofLength = (count: number) => 'x'.repeat(count)
  expect(cleanFileName(ofLength(200))).toBe(ofLength(200))
  expect(cleanFileName(`${ofLength(250)}.pdf`)).toBe(`${ofLength(196)}.pdf`)
  expect(cleanFileName(`${ofLength(250)}.${ofLength(19)}`)).toBe(`${ofLength(180)}.${ofLength(19)}`)
  expect(cleanFileName(`${ofLength(250)}.${ofLength(20)}`)).toBe(ofLength(200))
  expect(cleanFileName(ofLength(250))).toBe(ofLength(200))
  expect(cleanFileName(`a.${ofLength(250)}`)).toBe(`a.${ofLength(198)}`)
})
