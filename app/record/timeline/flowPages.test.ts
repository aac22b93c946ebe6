import { expect, test } from 'vitest'
import { withFirstPage, withNextPage } from './flowPages.ts'

const entry = (id: number) => ({ object: 'note', timestamp: `t${id}`, data: { id } })
const entries = (...ids: number[]) => ids.map(entry)

test('a new entry comes on top, and what was read further down stays', () => {
  expect(withFirstPage(entries(4, 3, 2, 1), entries(5, 4, 3))).toEqual(entries(5, 4, 3, 2, 1))
})

test('where the new first page does not reach what was there, it stands alone', () => {
  expect(withFirstPage(entries(2, 1), entries(9, 8))).toEqual(entries(9, 8))
  expect(withFirstPage(entries(2, 1), [])).toEqual([])
})

test('a page that overlaps with what is there brings nothing twice', () => {
  expect(withNextPage(entries(5, 4, 3), entries(3, 2, 1))).toEqual(entries(5, 4, 3, 2, 1))
})
