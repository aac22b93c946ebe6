import { expect, test } from 'vitest'
import { isAddress, parseSender } from './address.ts'

test.each([
  'ann@example.org',
  "o'hara+crm@mail.example.co.uk",
  'owner@localhost',
  'żaneta@poczta.example',
  'ann@bücher.example',
  'a.b.c@1and1.example',
  `${'a'.repeat(64)}@example.org`,
  `ann@${'a.'.repeat(125)}org`,
])('%s is an address', text => {
  expect(isAddress(text)).toBe(true)
})

test.each([
  '',
  'ann',
  '@example.org',
  'ann@',
  'ann@@example.org',
  'ann@example.org@evil.example',
  'ann@example.org, eve@example.org',
  'ann@example.org;eve@example.org',
  'Ann <ann@example.org>',
  '"ann@evil.example x"@example.org',
  'ann@example.org\r\nBcc: eve@example.org',
  'ann@example.org\n',
  'ann\0@example.org',
  'ann smith@example.org',
  'ann(comment)@example.org',
  'ann@[127.0.0.1]',
  'ann@-example.org',
  'ann@example-.org',
  'ann@example..org',
  'ann@example.org.',
  '.ann@example.org',
  'a..n@example.org',
  `${'a'.repeat(65)}@example.org`,
  `ann@${'a'.repeat(64)}.org`,
  `ann@${'a.'.repeat(200)}org`,
  `ann@${'a.'.repeat(125)}orga`,
])('%j is not', text => {
  expect(isAddress(text)).toBe(false)
})

test('a hostile address is refused in no time', () => {
  const begun = performance.now()

  expect(isAddress(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).toBe(false)

  // A check that tries all ways to read it would take hours.
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('a sender is an address, with or without a name', () => {
  expect(parseSender('mail@example.org')).toEqual({ name: '', address: 'mail@example.org' })
  expect(parseSender('Portico <mail@example.org>')).toEqual({ name: 'Portico', address: 'mail@example.org' })
  for (const from of [' mail@example.org ', ' <mail@example.org> '])
    expect(parseSender(from)).toEqual({ name: '', address: 'mail@example.org' })
  for (const name of ['The "Shop"', '"The" Shop', '"The Shop'])
    expect(parseSender(`${name} <mail@example.org>`).name).toBe(name)
  expect(parseSender('"Książki, tanio" <mail@example.org>')).toEqual({
    name: 'Książki, tanio',
    address: 'mail@example.org',
  })
})

test.each([
  '',
  'Portico',
  'Portico <mail>',
  'A <a@b.c> <d@e.f>',
  'Portico\r\nX: y <mail@example.org>',
])('400 for the sender %j', from => {
  expect(() => parseSender(from)).toThrow(expect.objectContaining({ code: 'invalid' }))
})
