import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { timeV2 } from '../../../base/records/time.ts'
import { type AskedMove, STATES } from '../askedStore.ts'
import { MOVED_KINDS } from '../kinds.ts'
import type { Counts, MoveRow } from '../store.ts'

const Count = Type.Integer()

const KindProgress = Type.Object({
  kind: Type.String(),
  state: oneOf(['done', 'running', 'ahead']),
  listed: Type.Integer({ description: 'Records at the source, as far as they were read in this run' }),
  here: nullable(Type.Integer({ description: 'Records here that came from there; null until it has ended' })),
  added: Count,
  changed: Count,
  removed: Count,
  refused: Count,
})

export const MoveInShape = Type.Object({
  state: oneOf(['none', ...STATES]),
  url: nullable(Type.String()),
  user_id: nullable(Type.Integer({ description: 'Who asked for it' })),
  problem: nullable(Type.String({ description: 'Why it failed, or what it waits for' })),
  due_time: nullable(Type.String({ description: 'When it goes on, while it waits' })),
  add_time: nullable(Type.String()),
  finish_time: nullable(Type.String()),
  run: Type.Integer({ description: 'How often it was begun; from the second time on it brings what has changed' }),
  kinds: Type.Array(KindProgress),
  missing: Type.Integer({ description: 'Records that did not come' }),
  incomplete: Type.Integer({ description: 'Records that came without something, or stay as they are here' }),
})
export type MoveInShape = Static<typeof MoveInShape>

export const MoveProblemShape = Type.Object({
  kind: Type.String(),
  source_id: Type.String({ description: 'Its id at the source' }),
  is_missing: Type.Boolean({ description: 'It did not come; otherwise it came without something' }),
  reason: Type.String(),
})
export type MoveProblemShape = Static<typeof MoveProblemShape>

const NOTHING: Counts = { listed: 0, added: 0, changed: 0, removed: 0, refused: 0 }

export interface Progress {
  move: MoveRow | undefined
  /** Records here by kind, once it has ended. */
  here: ReadonlyMap<string, number> | undefined
  problems: { missing: number; incomplete: number }
}

export function showMoveIn(row: AskedMove | undefined, { move, here, problems }: Progress): MoveInShape {
  return {
    state: row?.state ?? 'none',
    url: row?.url ?? null,
    user_id: row?.user_id ?? null,
    problem: row?.problem ?? null,
    due_time: row?.state === 'waiting' && row.problem ? timeV2(row.due_time) : null,
    add_time: row ? timeV2(row.add_time) : null,
    finish_time: row?.finish_time ? timeV2(row.finish_time) : null,
    run: move?.run ?? 0,
    kinds: move ? kindsOf(move, here) : [],
    ...problems,
  }
}

function kindsOf({ state, position, counts }: MoveRow, here: ReadonlyMap<string, number> | undefined) {
  // The second walk goes back to kinds that were read once.
  const isPast = state === 'done' || Boolean(position.again)
  const at = MOVED_KINDS.findIndex(kind => kind.name === position.kind)
  return MOVED_KINDS.map(({ name }, place) => ({
    kind: name,
    state: isPast || place < at ? ('done' as const) : place === at ? ('running' as const) : ('ahead' as const),
    ...(counts[name] ?? NOTHING),
    here: here ? (here.get(name) ?? 0) : null,
  }))
}
