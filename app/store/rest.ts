/** Changes of one moment are shown together. */
const TOGETHER_MS = 200
/** In a company where much happens, reading anew takes at most a quarter of the time, and nobody waits longer than this. */
const REST_PER_READING = 3
const LONGEST_REST_MS = 900

/** Until when a reading of this length is not to be followed by another. */
export function restAfterReading(begun: number, ended: number): number {
  return ended + Math.min(LONGEST_REST_MS, REST_PER_READING * (ended - begun))
}

/** How long a change waits until it is read; one that comes long after the last reading not for that. */
export function waitBeforeReading(now: number, restsUntil: number): number {
  return Math.max(TOGETHER_MS, restsUntil - now)
}
