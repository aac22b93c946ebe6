import { setTimeout as sleep } from 'node:timers/promises'

/** Lets deliveries make way for requests: people who wait for an answer come first, events may be seconds late. */
export interface Pace {
  /** Waits for a turn while many calls are answered; not at all otherwise, nor for what is late already. */
  turn(isLate: () => boolean): Promise<void>
  /** Whether many calls are answered now. */
  isBusy(): boolean
}

/** From so many calls in a second on this process is busy. */
const BUSY_FROM = 100
/** Deliveries that begin in a second while it is. */
const WHILE_BUSY = 50
/** How long calls are counted before it is judged. */
const SAMPLE_MS = 50

/** In milliseconds. */
export interface Clock {
  now(): number
  sleep(ms: number): Promise<unknown>
}

const REAL_CLOCK: Clock = { now: () => performance.now(), sleep }

export function openPace(callsSoFar: () => number, clock = REAL_CLOCK): Pace {
  let [isBusy, calls, sampledAt] = [false, callsSoFar(), clock.now()]
  let nextTurn = 0

  function look(): boolean {
    const now = clock.now()
    if (now - sampledAt < SAMPLE_MS) return isBusy
    isBusy = ((callsSoFar() - calls) * 1000) / (now - sampledAt) >= BUSY_FROM
    calls = callsSoFar()
    sampledAt = now
    return isBusy
  }

  return {
    isBusy: look,
    async turn(isLate) {
      if (!look() || isLate()) return
      nextTurn = Math.max(nextTurn, clock.now()) + 1000 / WHILE_BUSY
      const own = nextTurn
      while (clock.now() < own && look() && !isLate())
        await clock.sleep(Math.min(SAMPLE_MS, Math.max(1, own - clock.now())))
      // Turns that were given out while it was busy are not waited for by those who come later.
      if (!isBusy) nextTurn = 0
    },
  }
}
