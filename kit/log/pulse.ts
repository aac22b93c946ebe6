/** Whether somebody who was sent statements still answers. */
export interface Pulse {
  /** Statements sent and not answered yet. */
  unanswered: number
  /** When the last answer came, or the first of the unanswered statements was sent; by `performance.now()`. */
  heard: number
  /** Called for each statement that is sent, and when its answer (a failure too) is there. */
  sent(): void
  answered(): void
}

/** One object for the life of a connection or transaction, so that a statement costs two calls and no allocation. */
export function newPulse(): Pulse {
  const pulse: Pulse = {
    unanswered: 0,
    heard: performance.now(),
    sent() {
      if (pulse.unanswered++ === 0) pulse.heard = performance.now()
    },
    answered() {
      pulse.unanswered--
      pulse.heard = performance.now()
    },
  }
  return pulse
}
