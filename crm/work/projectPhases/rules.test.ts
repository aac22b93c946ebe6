import { expect, test } from 'vitest'
import { boardIsDeleted, noPhaseFound } from './rules.ts'

test.each([
  [{ phase_id: 3, board_id: 4 }, 'phase_id 3 does not exist in board 4', 'phase_id'],
  [{ phase_id: 3 }, 'phase_id 3 does not exist', 'phase_id'],
  [{ board_id: 4 }, 'board_id 4 does not exist or has no phases: GET /v2/boards lists the boards', 'board_id'],
  [{}, 'There is no board with phases: add one with POST /v2/boards, and a phase with POST /v2/phases', 'board_id'],
])('%j names the field that is wrong', (wanted, message, field) => {
  expect(noPhaseFound(wanted)).toMatchObject({ code: 'invalid', message, details: { field } })
})

test('the phase of a deleted board is gone, unless it is to come back before its board', () => {
  expect(boardIsDeleted(4, { comesBack: false })).toMatchObject({ code: 'gone' })
  expect(boardIsDeleted(4, { comesBack: true })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('board 4'),
  })
})
