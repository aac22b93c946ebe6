import { expect, test } from 'vitest'
import { nextAfter, withPage, withPending } from './shownItems.ts'

interface Item {
  id: string
  label_ids: readonly string[]
  was_seen: boolean
}

const item = (id: string): Item => ({ id, label_ids: [], was_seen: false })
const ids = (items: readonly Item[]) => items.map(({ id }) => id)
const three = [item('a'), item('b'), item('c')]

test('what leaves is gone, what changes is changed, before the server has said so', () => {
  const shown = withPending(three, [
    { id: 'b', to: undefined },
    { id: 'c', to: { was_seen: true } },
    { id: 'c', to: { label_ids: ['hot'] } },
  ])

  expect(ids(shown)).toEqual(['a', 'c'])
  expect(shown[1]).toMatchObject({ was_seen: true, label_ids: ['hot'] })
})

test('what moved into a later page is there once', () => {
  expect(ids(withPage(three, [item('b'), item('d')]))).toEqual(['a', 'c', 'b', 'd'])
})

test.each([
  ['a', ['a'], 'b'],
  ['a', ['a', 'b'], 'c'],
  ['c', ['c'], 'b'],
  ['c', ['b', 'c'], 'a'],
  ['b', ['a'], 'b'],
  ['b', ['a', 'b', 'c'], undefined],
  [undefined, ['a'], undefined],
])('with %s open, when %j leave, %s is next', (open, leaving, next) => {
  expect(nextAfter(three, open, new Set(leaving))).toBe(next)
})
