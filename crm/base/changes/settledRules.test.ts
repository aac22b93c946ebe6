import { expect, test } from 'vitest'
import { type Known, learn, NOTHING_KNOWN } from './settledRules.ts'

const look = (drawn: number, writers: string[] = [], life = 'first') => ({ drawn, writers: new Set(writers), life })
const after = (...looks: ReturnType<typeof look>[]): Known => looks.reduce(learn, NOTHING_KNOWN)

test('what was drawn while nobody wrote is settled at once', () => {
  expect(after(look(5))).toEqual({ life: 'first', settled: 5, open: [] })
})

test('what was drawn while somebody wrote is settled when they have ended, whoever has come since', () => {
  expect(after(look(5, ['a'])).settled).toBe(0)
  expect(after(look(5, ['a']), look(7, ['a', 'b'])).settled).toBe(0)
  expect(after(look(5, ['a']), look(7, ['b'])).settled).toBe(5)
  expect(after(look(5, ['a']), look(7, ['b']), look(9, ['c'])).settled).toBe(7)
  expect(after(look(5, ['a', 'b']), look(7, ['b'])).settled).toBe(0)
  expect(after(look(3), look(5, ['a'])).settled).toBe(3)
})

test('looks whose writers have ended are forgotten, those that are open are kept', () => {
  expect(after(look(5, ['a']), look(7, ['b'])).open.map(({ drawn }) => drawn)).toEqual([7])
  expect(after(look(5, ['a']), look(7, ['a', 'b'])).open.map(({ drawn }) => drawn)).toEqual([5, 7])
})

test('after a crash nothing is known but what is seen', () => {
  expect(after(look(50), look(7, ['x'], 'second'))).toMatchObject({ life: 'second', settled: 0 })
  expect(after(look(50), look(7, [], 'second')).settled).toBe(7)
  expect(after(look(5), look(9, ['x'], 'second')).settled).toBe(0)
  // The same life cannot draw a smaller number: the log is another one.
  expect(after(look(50), look(49, ['x'])).settled).toBe(0)
  expect(after(look(50), look(50, ['x'])).settled).toBe(50)
})

test('of more than sixteen open looks every second one is kept, the oldest among them', () => {
  const sixteen = Array.from({ length: 16 }, (_, nr) => look(nr + 1, ['long']))
  expect(after(...sixteen).open).toHaveLength(16)
  const thinned = after(...sixteen, look(17, ['long'])).open.map(({ drawn }) => drawn)
  expect(thinned).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17])
  expect(after(...sixteen, look(17, ['long']), look(18, ['new'])).settled).toBe(17)
})
