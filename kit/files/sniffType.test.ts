import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sniffType } from './sniffType.ts'

const picture = () => sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })

test('knows the pictures sharp makes', async () => {
  expect(sniffType(await picture().png().toBuffer())).toBe('image/png')
  expect(sniffType(await picture().jpeg().toBuffer())).toBe('image/jpeg')
  expect(sniffType(await picture().gif().toBuffer())).toBe('image/gif')
  expect(sniffType(await picture().webp().toBuffer())).toBe('image/webp')
  expect(sniffType(await picture().tiff().toBuffer())).toBe('image/tiff')
  expect(sniffType(await picture().avif().toBuffer())).toBe('image/avif')
})

test.each([
  ['%PDF-1.7\n%âãÏÓ', 'application/pdf'],
  ['{\\rtf1\\ansi', 'application/rtf'],
  ['\x1f\x8b\x08\0', 'application/gzip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0', 'application/x-ole-storage'],
  ['ID3\x04\0\0', 'audio/mpeg'],
  ['\xff\xfb\x90\x64\0', 'audio/mpeg'],
  ['OggS\0\x02', 'audio/ogg'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
  ['RIFF\x24\0\0\0XXXX', 'application/octet-stream'],
  ['\0\0\0\x18ftypisom', 'video/mp4'],
  ['\0\0\0\x18ftypmp42', 'video/mp4'],
  ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
  ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
  ['PK\x05\x06\0\0', 'application/zip'],
  [localFile('readme.txt'), 'application/zip'],
  [localFile('words/xl/notes'), 'application/zip'],
  [localFile('mimetype', 'application/vnd.oasis.opendocument.text'), 'application/vnd.oasis.opendocument.text'],
  [localFile('mimetype', 'text/html'), 'application/zip'],
  [localFile('[Content_Types].xml') + localFile('word/document.xml'), officeType('wordprocessingml.document')],
  [localFile('_rels/.rels') + localFile('xl/workbook.xml'), officeType('spreadsheetml.sheet')],
  [localFile('[Content_Types].xml') + localFile('ppt/slides/1.xml'), officeType('presentationml.presentation')],
])('%j is %s', (head, type) => {
  expect(sniffType(Buffer.from(head, 'latin1'))).toBe(type)
})

test.each([
  'Plain words, \ttabbed\r\n',
  'Zażółć gęślą jaźń',
  'name;price\nÉtude;12',
  '<!doctype html><script>alert(1)</script>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '\u001b[31mcoloured\u001b[0m',
  '\ufeffwith a byte order mark',
])('text is plain text, whatever it says: %j', text => {
  expect(sniffType(Buffer.from(text))).toBe('text/plain')
})

test('text cut in the middle of a character is text', () => {
  expect(sniffType(Buffer.from('życie').subarray(0, 1))).toBe('text/plain')
  expect(sniffType(Buffer.from('a😀').subarray(0, 3))).toBe('text/plain')
})

test('anything else is bytes', () => {
  expect(sniffType(new Uint8Array())).toBe('application/octet-stream')
  expect(sniffType(Buffer.from('text with a \0 in it'))).toBe('application/octet-stream')
  expect(sniffType(Buffer.from([0xc3, 0x28, 0x41]))).toBe('application/octet-stream')
  expect(sniffType(Buffer.concat([Buffer.from([0x00, 0xfe]), randomBytes(64)]))).toBe('application/octet-stream')
})

/** A file in an archive, stored without compression. */
function localFile(name: string, content = ''): string {
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 'latin1')
  head.writeUInt16LE(name.length, 26)
  return head.toString('latin1') + name + content
}

function officeType(name: string): string {
  return `application/vnd.openxmlformats-officedocument.${name}`
}
