import type { Pulse } from '../log/pulse.ts'
import type { Client } from './connect.ts'

/** Where statements go one after another; its connection may be replaced by another one. */
export interface Lane {
  connection: Connection
  load: number
  /** Whose transaction is on it, when that is counted. */
  holder: string | undefined
  /** Whose reads are on it, and how many. */
  readers: Map<string, number>
  /** When it last answered, or was last found idle, and how many milliseconds an answer takes of late. */
  heard: number
  pace: number
}

/** Reads join reads, writes of one statement join such writes, a transaction keeps its lane to itself. */
export const READ = 1
export const STATEMENT = 100
export const TRANSACTION = 10_000

export interface Connection {
  readonly client: Client
  /** Those who are at work with it. */
  readonly users: Set<User>
  /** The transaction that is open on it, from its first statement to the end of its commit. */
  transaction: Pulse | undefined
}

export interface User {
  /** Tells it that its connection was given up; what it still does is for nothing. */
  abandon(reason: Error): void
}

export function newConnection(client: Client): Connection {
  return { client, users: new Set(), transaction: undefined }
}

export function newLane(client: Client): Lane {
  return { connection: newConnection(client), load: 0, holder: undefined, readers: new Map(), heard: 0, pace: 0 }
}

export function enter(lane: Lane, weight: number, holder?: string): void {
  if (lane.load === 0) lane.heard = performance.now()
  lane.load += weight
  if (holder === undefined) return
  if (weight === READ) countReads(lane, holder, 1)
  else lane.holder = holder
}

function countReads({ readers }: Lane, holder: string, more: number) {
  const reads = (readers.get(holder) ?? 0) + more
  if (reads > 0) readers.set(holder, reads)
  else readers.delete(holder)
}

export function leave(lane: Lane, weight: number, holder?: string): void {
  const now = performance.now()
  const took = now - lane.heard
  // A faster answer counts at once, a slower one by degrees: a busy machine delays answers now and then, a slow disk or
  // a slow statement delays them all.
  lane.pace += (took - lane.pace) / (took < lane.pace ? 8 : 64)
  lane.heard = now
  lane.load -= weight
  if (holder === undefined) return
  if (weight === READ) countReads(lane, holder, -1)
  else lane.holder = undefined
}

/** Milliseconds that others on its lane may keep somebody waiting, and that the lane may have been silent. */
interface Patience {
  queue: number
  silence: number
}

const READER: Patience = { queue: 1, silence: 1 }
const WRITER: Patience = { queue: 10, silence: 25 }

/**
 * Where a read is soonest answered for the least work: with other reads on a lane that answers promptly, since
 * several statements then share the waking of the database and of this process; else where least is going on.
 */
export function laneForRead(lanes: readonly Lane[], holder?: string): Lane {
  const now = performance.now()
  return lanes.find(lane => lane.load > 0 && takes(lane, READ, READER, now)) ?? leastLoadedLane(openTo(lanes, holder))
}

/** Lanes that nobody takes who reads already: whatever a holder reads, others do not wait behind it. */
const LANES_KEPT_FREE = 2

/** Of those with nothing on them the last ones are taken first: writes may use the others only. */
function openTo(lanes: readonly Lane[], holder: string | undefined): readonly Lane[] {
  if (holder === undefined) return lanes
  const own = lanes.filter(({ readers }) => readers.has(holder))
  const free = lanes.filter(({ load }) => load === 0)
  return own.length > 0 && free.length <= LANES_KEPT_FREE ? own : lanes.toReversed()
}

/**
 * The same for a write of one statement. A process of the database that has just written such a row has everything at
 * hand for the next one: on two cores one lane stores half as much again as eight. Where the disk is slow, one lane
 * after the other fills up, and their commits share it.
 */
export function laneForStatement(lanes: readonly Lane[]): Lane {
  const now = performance.now()
  return lanes.find(lane => takes(lane, STATEMENT, WRITER, now)) ?? leastLoadedLane(lanes)
}

/** Whether a lane has nothing on it that weighs more, and promises an answer in time. */
function takes({ load, heard, pace }: Lane, weight: number, { queue, silence }: Patience, now: number): boolean {
  if (load === 0) return true
  return load < weight * 100 && (load / weight) * pace < queue && now - heard < silence
}

export function leastLoadedLane(lanes: readonly Lane[]): Lane {
  return lanes.reduce((best, lane) => (lane.load < best.load ? lane : best))
}
