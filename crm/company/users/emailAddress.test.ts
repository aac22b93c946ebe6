import { expect, test } from 'vitest'
import { checkedEmail } from './emailAddress.ts'

test.each([
  ['ann@example.com', 'ann@example.com'],
  ['  Ann.Lee+crm@EXAMPLE.Com\n', 'Ann.Lee+crm@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
])('%j is stored as %j', (given, stored) => {
  expect(checkedEmail(given)).toBe(stored)
})

test.each([
  '',
  'ann',
  '@example.com',
  'ann@',
  'ann@b@example.com',
  'ann lee@example.com',
  'ann@example.com, bob@example.com',
  'Ann <ann@example.com>',
  'ann\r\nbcc: bob@example.com@example.com',
  `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.com`,
])('400 for %j, naming email', given => {
  expect(() => checkedEmail(given)).toThrow(expect.objectContaining({ status: 400, details: { field: 'email' } }))
})
