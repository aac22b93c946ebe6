import { expect, test } from 'vitest'
import { patternOf, wordsOf } from './words.ts'

test('versions of a person give names of two words, addresses, and numbers that are long enough', () => {
  const versions = [
    { name: 'Anna Meyer', first_name: 'Anna', last_name: 'Meyer', emails: [{ value: ' a@b.example ' }], phones: null },
    {
      name: 'Anna',
      phones: [{ value: '12-34' }, { value: '+49 (30) 1234' }],
      im: [{ value: 'anna.im' }, { value: 'ann' }],
    },
  ]

  expect(wordsOf(versions)).toEqual({
    names: ['Anna Meyer'],
    addresses: ['a@b.example', 'anna.im'],
    phones: ['+49 (30) 1234'],
  })
})

test('nothing is searched for where nothing is known', () => {
  expect(patternOf(wordsOf([{ name: 'Cher' }]))).toBeUndefined()
})
