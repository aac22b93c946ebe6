import { expect, test } from 'vitest'
import { attachmentHeaders } from './attachmentHeaders.ts'

test('the browser saves the file and never runs it', () => {
  expect(attachmentHeaders({ name: 'offer.pdf', type: 'application/pdf', size: 12 })).toEqual({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="offer.pdf"; filename*=UTF-8''offer.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-length': '12',
  })
  expect(attachmentHeaders({ name: 'a', type: 'text/plain' })).not.toHaveProperty('content-length')
})

test.each([
  ['zażółć.txt', `attachment; filename="za____.txt"; filename*=UTF-8''za%C5%BC%C3%B3%C5%82%C4%87.txt`],
  ['50% "off".txt', `attachment; filename="50_ _off_.txt"; filename*=UTF-8''50%25%20%22off%22.txt`],
  ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['a\r\nX: y', `attachment; filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`],
  ['😀\ud800', `attachment; filename="__"; filename*=UTF-8''%F0%9F%98%80_`],
])('the name %j survives', (name, disposition) => {
  const headers = attachmentHeaders({ name, type: 'text/plain' })

  expect(headers['content-disposition']).toBe(disposition)
  expect(() => new Headers(headers)).not.toThrow()
})

test.each([
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/javascript',
  'text/xml',
  'not a type',
  'not a/type',
  'a/type not',
  'text/plain\r\nx: y',
  '',
])('%j is sent as bytes', type => {
  expect(attachmentHeaders({ name: 'a', type })['content-type']).toBe('application/octet-stream')
})

test('text says its encoding, office documents keep their type', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  expect(attachmentHeaders({ name: 'a', type: 'text/plain' })['content-type']).toBe('text/plain; charset=utf-8')
  expect(attachmentHeaders({ name: 'a', type: word })['content-type']).toBe(word)
})
