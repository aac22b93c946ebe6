import { expect, test } from 'vitest'
import { openSlots } from './slots.ts'

/** Takes a slot, and says whether it has been given. */
function wanting(slots: ReturnType<typeof openSlots>) {
  return (host: string, isSlow = false) => {
    const wanted = { given: false, back: () => {} }
    void slots.take(host, isSlow).then(back => Object.assign(wanted, { given: true, back }))
    return wanted
  }
}
const settle = () => new Promise(resolve => setImmediate(resolve))

test('so many at once, then in the order in which they came', async () => {
  const want = wanting(openSlots({ total: 2, slowTotal: 2, perHost: 2 }))
  const [a, b, c, d] = [want('a'), want('b'), want('c'), want('d')]
  await settle()
  expect([a.given, b.given, c.given, d.given]).toEqual([true, true, false, false])

  b.back()
  await settle()
  expect([c.given, d.given]).toEqual([true, false])

  a.back()
  c.back()
  await settle()
  expect(d.given).toBe(true)
})

test('slow receivers have a part of them, however many there are', async () => {
  const want = wanting(openSlots({ total: 3, slowTotal: 1, perHost: 3 }))
  const [slow, slower, quick] = [want('a', true), want('b', true), want('c')]
  await settle()
  expect([slow.given, slower.given, quick.given]).toEqual([true, false, true])

  // A place that a quick one gives back is not for a slow one.
  quick.back()
  await settle()
  expect(slower.given).toBe(false)
  slow.back()
  await settle()
  expect(slower.given).toBe(true)
})

test('one host has a part of them, and others go past those who wait for it', async () => {
  const want = wanting(openSlots({ total: 2, slowTotal: 2, perHost: 1 }))
  const [first, second, other] = [want('a'), want('a'), want('b')]
  await settle()
  expect([first.given, second.given, other.given]).toEqual([true, false, true])
  const third = want('b')

  first.back()
  await settle()
  expect([second.given, third.given]).toEqual([true, false])
  other.back()
  await settle()
  expect(third.given).toBe(true)
})

test('a host that has given all back may have all again', async () => {
  const want = wanting(openSlots({ total: 4, slowTotal: 4, perHost: 2 }))
  for (let round = 0; round < 3; round++) {
    const taken = [want('a'), want('a')]
    await settle()
    expect(taken.map(({ given }) => given)).toEqual([true, true])
    for (const { back } of taken) back()
  }
})

test('a host that has given one back may have one again', async () => {
  const want = wanting(openSlots({ total: 4, slowTotal: 4, perHost: 2 }))
  const [first] = [want('a'), want('a')]
  await settle()

  first.back()
  const [next, another] = [want('a'), want('a')]
  await settle()

  expect([next.given, another.given]).toEqual([true, false])
})
