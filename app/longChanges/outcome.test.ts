import type { ShownLongChange } from '@portico/crm/across/longChanges/shape'
import { expect, test } from 'vitest'
import { outcomeOf, shareDone } from './outcome.ts'

const counts = { added: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0, reverted: 0, kept: 0 }
const change = (parts: Partial<ShownLongChange>): ShownLongChange => ({
  id: 1,
  user_id: 1,
  title: 'Change 10 deals',
  state: 'done',
  total: 10,
  done: 10,
  counts,
  problems: [],
  problem: null,
  undo_total: null,
  undo_done: 0,
  undo_until: null,
  add_time: '',
  finish_time: null,
  ...parts,
})

test('what became of a change of many records is told as it was', () => {
  expect(outcomeOf(change({ counts: { ...counts, changed: 8, refused: 2 } }))).toBe('8 changed, 2 refused')
  expect(outcomeOf(change({}))).toBe('Nothing to do')
  expect(outcomeOf(change({ state: 'running', done: 5 }))).toBe('5 of 10')
  expect(outcomeOf(change({ state: 'failed', done: 5, problem: 'No disk' }))).toBe('Stopped after 5 of 10: No disk')
  expect(outcomeOf(change({ state: 'undone', counts: { ...counts, kept: 1 } }))).toBe('Undone, but for 1 change')
  expect(outcomeOf(change({ state: 'undone' }))).toBe('Undone')
  expect(shareDone(change({ state: 'undoing', undo_total: 4, undo_done: 1 }))).toBe(0.25)
  expect(shareDone(change({ state: 'running', done: 5 }))).toBe(0.5)
})
