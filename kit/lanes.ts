import type { Client } from './connect.ts'

/** A connection and what is under way on it. Statements of one lane are answered one after another. */
export interface Lane {
  client: Client
  load: number
  /** When it last answered, or was last found idle, and how many milliseconds an answer takes of late. */
  heard: number
  pace: number
}

/** A transaction keeps its lane to itself; a read goes beside nine others before it waits for a write. */
export const READ = 1
export const STATEMENT = 10
export const WRITE = 10

export function newLane(client: Client): Lane {
  return { client, load: 0, heard: 0, pace: 0 }
}

export function enter(lane: Lane, weight: number): void {
  if (lane.load === 0) lane.heard = performance.now()
  lane.load += weight
}

export function leave(lane: Lane, weight: number): void {
  const now = performance.now()
  lane.pace += (now - lane.heard - lane.pace) / 8
  lane.heard = now
  lane.load -= weight
}

/** Milliseconds a read may have to wait for others on its lane. */
const SHORT_WAIT = 1

/**
 * Where a read is soonest answered for the least work: with other reads on a lane that answers promptly, since
 * several statements then share the waking of the database and of this process; else where least is going on.
 */
export function quickest(lanes: readonly Lane[]): Lane {
  const now = performance.now()
  return lanes.find(lane => takesOneMore(lane, now)) ?? lightest(lanes)
}

function takesOneMore({ load, heard, pace }: Lane, now: number): boolean {
  return load > 0 && load < WRITE && load * pace < SHORT_WAIT && now - heard < SHORT_WAIT
}

export function lightest(lanes: readonly Lane[]): Lane {
  return lanes.reduce((best, lane) => (lane.load < best.load ? lane : best))
}
