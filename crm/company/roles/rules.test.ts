import { expect, test } from 'vitest'
import { levelOf, type RoleTree, requireMove, requirePlace, topmostOf } from './rules.ts'

/**
 *      1
 *     / \
 *    2   3
 *    |
 *    4
 */
const TREE: RoleTree = new Map([
  [2, 1],
  [1, null],
  [3, 1],
  [4, 2],
])

/** 1 above 2 above 3 … */
const chain = (levels: number): [number, number | null][] =>
  Array.from({ length: levels }, (_, at) => [at + 1, at === 0 ? null : at])

test('the topmost role is the one with nothing above it', () => {
  expect(topmostOf(TREE)).toBe(1)
})

test('levels are counted from the topmost role', () => {
  expect([1, 2, 3, 4].map(id => levelOf(TREE, id))).toEqual([1, 2, 2, 3])
})

test.each([
  [2, 3],
  [4, 1],
  [4, 3],
  [3, 4],
])('role %i may go below %i', (id, parent) => {
  expect(() => requireMove(TREE, id, parent)).not.toThrow()
})

test.each([
  [2, 2, 'parent_role_id: 2 is this role or lies below it; name one that does not'],
  [2, 4, 'parent_role_id: 4 is this role or lies below it; name one that does not'],
  [1, 4, 'parent_role_id: the topmost role stays above all others'],
  [4, 9, 'parent_role_id 9 does not exist'],
])('400 for role %i below %i', (id, parent, message) => {
  expect(() => requireMove(TREE, id, parent)).toThrow(
    expect.objectContaining({ status: 400, message, details: { field: 'parent_role_id' } }),
  )
})

test('a role can be added on the twentieth level and not below it', () => {
  const deep = new Map(chain(20))

  expect(() => requirePlace(deep, 19)).not.toThrow()
  expect(() => requirePlace(deep, 20)).toThrow('parent_role_id: would make more than 20 levels of roles')
  expect(() => requirePlace(deep, 99)).toThrow('parent_role_id 99 does not exist')
})

test('a role is moved with all that is below it, which has to have room as well', () => {
  const deep = new Map([...chain(18), [101, 1], [102, 101], [103, 102], [104, 101]] as [number, number | null][])

  expect(() => requireMove(deep, 101, 17)).not.toThrow()
  expect(() => requireMove(deep, 101, 18)).toThrow('more than 20 levels')
  expect(() => requireMove(deep, 104, 18)).not.toThrow()
})
