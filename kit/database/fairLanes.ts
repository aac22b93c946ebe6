import { type Lane, type leastLoadedLane, TRANSACTION } from './lanes.ts'

/**
 * Whose transactions are counted together: a company, an account. Undefined for the work of the server itself and for
 * single statements, which share a lane and are never held back.
 */
export type Holder = string | undefined

/** A write that waits for a lane. */
export interface Waiting {
  holder: Holder
  since: number
  choose: typeof leastLoadedLane
  start(lane: Lane): void
  reject(reason: Error): void
}

/**
 * Whether a holder may begin one more transaction: the last lane without one is for somebody who has none yet. So one
 * holder alone has all lanes but one, and whatever it does in them, others can write.
 */
export function mayHold(lanes: readonly Lane[], holder: Holder): boolean {
  if (holder === undefined) return true
  let free = 0
  let held = 0
  for (const lane of lanes) {
    if (lane.load < TRANSACTION) free++
    else if (lane.holder === holder) held++
  }
  return free > 1 || held === 0
}

/** Who is next in a line: the first one who may begin as soon as a lane is free. */
export function nextOf(line: readonly Waiting[], lanes: readonly Lane[]): Waiting | undefined {
  return line.find(({ holder }) => mayHold(lanes, holder))
}
