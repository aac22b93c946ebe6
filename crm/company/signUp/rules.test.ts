import { expect, test } from 'vitest'
import { domainOf, freeDomain } from './rules.ts'

test.each([
  ['Acme Labs', 'acme-labs'],
  ['  Käse & Söhne GmbH  ', 'kase-sohne-gmbh'],
  ['株式会社', 'company'],
  ['-', 'company'],
  ['x'.repeat(80), 'x'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
])('%s is %s', (name, domain) => expect(domainOf(name)).toBe(domain))

test('a taken short name gets a number', () => {
  expect(freeDomain('acme', new Set())).toBe('acme')
  expect(freeDomain('acme', new Set(['acme', 'acme-2']))).toBe('acme-3')
})
