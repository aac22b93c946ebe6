import { describe, expect, test } from 'vitest'
import { decideName, readContactPoints, splitName } from './rules.ts'

describe('contact points', () => {
  test('have exactly one primary: the marked one, else the first', () => {
    const primary = (list: Parameters<typeof readContactPoints>[0]) =>
      readContactPoints(list, 'emails').map(point => point.primary)

    expect(primary([{ value: 'a' }, { value: 'b' }])).toEqual([true, false])
    expect(primary([{ value: 'a' }, { value: 'b', primary: true }])).toEqual([false, true])
    expect(primary([{ value: 'a', primary: false }])).toEqual([true])
    expect(primary([])).toEqual([])
  })

  test('without a value are none, also when they were the primary one', () => {
    const points = readContactPoints(
      [
        { value: '', primary: true },
        { value: ' b ', label: 'home' },
      ],
      'phones',
    )

    expect(points).toEqual([{ value: 'b', label: 'home', primary: true }])
  })

  test('two primaries, too many and too long ones are refused by the name of the field', () => {
    const two = [
      { value: 'a', primary: true },
      { value: 'b', primary: true },
    ]
    expect(() => readContactPoints(two, 'emails')).toThrow('emails has 2 primary entries')
    expect(() => readContactPoints(Array(101).fill({ value: 'a' }), 'emails')).toThrow('more than 100')
    expect(() => readContactPoints([{ value: 'x'.repeat(256) }], 'emails')).toThrow('emails.0.value')
  })
})

describe('a name', () => {
  test('is split after its first word', () => {
    expect(splitName('  Paula   van der Berg ')).toEqual({
      name: 'Paula van der Berg',
      first_name: 'Paula',
      last_name: 'van der Berg',
    })
    expect(splitName('Cher')).toEqual({ name: 'Cher', first_name: 'Cher', last_name: null })
  })

  test('is made of first and last name, one of which may be the one that is there', () => {
    const before = splitName('Paula Berg')

    expect(decideName(undefined, { first_name: 'Ann', last_name: 'Lee' })?.name).toBe('Ann Lee')
    expect(decideName(before, { last_name: 'Lee' })).toEqual({
      name: 'Paula Lee',
      first_name: 'Paula',
      last_name: 'Lee',
    })
    expect(decideName(before, { last_name: null })?.name).toBe('Paula')
  })

  test('stays when nothing is said about it, and cannot become empty', () => {
    expect(decideName(splitName('Paula'), {})).toBeUndefined()
    expect(() => decideName(splitName('Paula'), { name: ' ' })).toThrow('name must not be empty')
    expect(() => decideName(splitName('Paula'), { first_name: null })).toThrow('name must not be empty')
  })
})

test('a refusal names its field, and what just fits is taken', () => {
  const naming = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })
  const long = 'x'.repeat(256)
  expect(() => readContactPoints([{ value: 'a', label: long }], 'phones')).toThrow(naming('phones.0.label'))
  expect(() => readContactPoints([{ value: 'a' }, { value: long }], 'phones')).toThrow(naming('phones.1.value'))
  expect(() => readContactPoints(Array(101).fill({ value: 'a' }), 'phones')).toThrow(naming('phones'))
  const two = [
    { value: 'a', primary: true },
    { value: 'b', primary: true },
  ]
  expect(() => readContactPoints(two, 'phones')).toThrow(naming('phones'))
  expect(readContactPoints(Array(100).fill({ value: long.slice(1) }), 'phones')).toHaveLength(100)
  expect(readContactPoints([{}] as never, 'phones')).toEqual([])
  expect(() => decideName(splitName('Paula'), { name: ' ' })).toThrow(naming('name'))
  expect(() => decideName(splitName('Paula'), { first_name: null })).toThrow(naming('first_name'))
})

test('a new name brings its own first and last one; parts are trimmed', () => {
  expect(decideName(splitName('Paula Berg'), { name: 'Ann Lee' })).toEqual(splitName('Ann Lee'))
  expect(decideName(undefined, { first_name: ' Ann ' })).toEqual({ name: 'Ann', first_name: 'Ann', last_name: null })
  expect(decideName(undefined, { last_name: ' Lee ' })).toEqual({ name: 'Lee', first_name: null, last_name: 'Lee' })
  expect(decideName(splitName('Paula Berg'), { name: 'Cher', last_name: 'Sarkisian' })).toEqual({
    name: 'Cher',
    first_name: 'Cher',
    last_name: 'Sarkisian',
  })
})
