import type { Pulse } from '../log/pulse.ts'
import type { Connection } from './lanes.ts'

/** Milliseconds. Those of PostgreSQL end what takes long there; the others are for when nothing is heard from there. */
export interface Patience {
  /** One statement, in PostgreSQL. */
  statement: number
  /** Waiting for a lock, in PostgreSQL. */
  lock: number
  /** A transaction between two statements, in PostgreSQL, should this process be the one that hangs. */
  idleThere: number
  /** The same, seen from here: what happens first. */
  idle: number
  /** A connection that owes answers. */
  silence: number
  /** A write until there is a connection for it. */
  wait: number
  /** After so long without an answer to any write the server counts as not ready. */
  trouble: number
}

export const PATIENCE: Patience = {
  statement: 30_000,
  lock: 10_000,
  idleThere: 30_000,
  idle: 20_000,
  silence: 40_000,
  wait: 30_000,
  trouble: 5_000,
}

/** Why a connection has to be given up; undefined for one that works. */
export function hungBecause(connection: Connection, now: number, { idle, silence }: Patience): string | undefined {
  const silent = silentFor(connection, now)
  if (pulseOf(connection).unanswered > 0) return silent > silence ? `no answer for ${seconds(silent)} s` : undefined
  return silent > idle ? `a transaction sent nothing for ${seconds(silent)} s` : undefined
}

/** How long nothing was heard from a connection that owes answers or is in a transaction; 0 for one that is idle. */
export function silentFor(connection: Connection, now: number): number {
  const { unanswered, heard } = pulseOf(connection)
  return connection.transaction || unanswered > 0 ? now - heard : 0
}

/** While a transaction is open only that is answered: what others have sent waits for its end. */
function pulseOf({ client, transaction }: Connection): Pulse {
  return transaction ?? client.pulse
}

export function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000)
}
