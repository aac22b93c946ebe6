import { expect, test } from 'vitest'
import { peopleIn, peopleText, wholeAddresses } from './addresses.ts'

test('people are read as they are typed, and written so that they are read again', () => {
  const people = [{ address: 'cora@example.org' }, { address: 'bob@example.org', name: 'Bob B' }]

  expect(peopleIn('cora@example.org; "Bob B" <bob@example.org>,')).toEqual(people)
  expect(peopleIn(peopleText(people))).toEqual(people)
  expect(peopleText([{ address: 'b@x.test', name: 'B, the <second>' }])).toBe('B  the  second  <b@x.test>')
})

test('an address that is still being typed is no recipient of a draft', () => {
  expect(wholeAddresses('cora@example.org, bo')).toEqual([{ address: 'cora@example.org' }])
})
