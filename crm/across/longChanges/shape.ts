import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { timeV2 } from '../../base/records/time.ts'
import { type LongChange, STATES } from './store.ts'

const Count = Type.Integer()

export const Problem = Type.Object({
  text: Type.String(),
  item: optional(Type.String({ description: 'What kind of record it is about' })),
  item_id: optional(Type.String()),
  row: optional(Type.Integer({ description: 'Of a file; the first row below the headers is 1' })),
  column: optional(Type.Integer({ description: 'Of a file, from 0' })),
  cell: optional(Type.String()),
})

/** How far a change of many records is. */
export const longChangeFields = {
  id: Type.Integer(),
  user_id: Type.Integer({ description: 'Who asked for it' }),
  title: Type.String(),
  state: oneOf(STATES),
  total: Count,
  done: Count,
  counts: Type.Object({
    added: Count,
    changed: Count,
    unchanged: Count,
    skipped: Count,
    refused: Count,
    reverted: Type.Integer({ description: 'Changes that were undone' }),
    kept: Type.Integer({ description: 'Changes that could not be undone' }),
  }),
  problems: Type.Array(Problem, { description: 'The first 200 of them' }),
  problem: nullable(Type.String({ description: 'Why it failed' })),
  undo_total: nullable(Type.Integer({ description: 'Changes there are to undo' })),
  undo_done: Count,
  undo_until: nullable(Type.String({ description: 'It can be undone until then; null when it cannot' })),
  add_time: Type.String(),
  finish_time: nullable(Type.String()),
}

export const LongChangeShape = Type.Object(longChangeFields)
export type ShownLongChange = Static<typeof LongChangeShape>

const NONE = { added: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0, reverted: 0, kept: 0 }

export function showLongChange(row: LongChange, now: Date): ShownLongChange {
  const until = undoUntil(row)
  return {
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    state: row.state,
    total: row.total,
    done: row.done,
    counts: { ...NONE, ...row.counts },
    problems: row.problems,
    problem: row.problem,
    undo_total: row.undo_total,
    undo_done: row.undo_done,
    undo_until: until && until > now ? timeV2(until) : null,
    add_time: timeV2(row.add_time),
    finish_time: row.finish_time && timeV2(row.finish_time),
  }
}

const UNDO_MS = 86_400_000

/** A day after it ended; one that is under way can be undone as well, which stops it. */
export function undoUntil({ state, add_time, finish_time }: LongChange): Date | undefined {
  if (state === 'draft' || state === 'undoing' || state === 'undone') return undefined
  return new Date((finish_time ?? add_time).getTime() + UNDO_MS)
}
