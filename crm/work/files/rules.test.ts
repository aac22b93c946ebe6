import { describe, expect, test } from 'vitest'
import { downloadName, fileTypeOf, readName } from './rules.ts'

test.each([
  ['application/pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'doc'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet'],
  ['application/vnd.oasis.opendocument.presentation', 'slides'],
  ['application/zip', 'archive'],
  ['image/webp', 'img'],
  ['audio/ogg', 'audio'],
  ['video/mp4', 'video'],
  ['text/csv', 'text'],
  ['application/octet-stream', 'file'],
  ['', 'file'],
])('%s is of the kind %s', (mimeType, kind) => {
  expect(fileTypeOf(mimeType)).toBe(kind)
})

describe('the name people see', () => {
  test('has no blanks around it and nothing that cannot be seen', () => {
    expect(readName('  Offer 1/2\t', 'name')).toBe('Offer 1/2')
    expect(readName('photo\u202egpj.exe\u0000', 'name')).toBe('photogpj.exe')
    expect(readName('two  words', 'name')).toBe('two  words')
  })

  test.each(['', '   ', '\u200e\u0007'])('%j is none', given => {
    expect(() => readName(given, 'title')).toThrow(
      expect.objectContaining({ code: 'invalid', details: { field: 'title' } }),
    )
  })
})

describe('the name to save under', () => {
  test.each([
    [{ name: 'Offer', file_name: 'a.pdf' }, 'Offer.pdf'],
    [{ name: 'Offer.docx', file_name: 'a.pdf' }, 'Offer.docx'],
    [{ name: 'Offer', file_name: 'README' }, 'Offer'],
    [{ name: 'Offer v1.2 of May', file_name: 'a.PDF' }, 'Offer v1.2 of May.PDF'],
    [{ name: 'in/out\\put', file_name: 'x.txt' }, 'in_out_put.txt'],
    [{ name: 'Offer', file_name: 'a.elevenchars' }, 'Offer.elevenchars'.slice(0, 5)],
    [{ name: 'Offer', file_name: 'a.pdf.' }, 'Offer'],
    [{ name: 'a.b c', file_name: 'x.7z' }, 'a.b c.7z'],
  ])('%j gives %s', (file, saved) => {
    expect(downloadName(file)).toBe(saved)
  })
})
