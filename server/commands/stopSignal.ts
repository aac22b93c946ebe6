/** A request to stop: SIGINT (Ctrl-C), SIGTERM, or SIGHUP (the terminal was closed). */
export interface StopSignal {
  readonly isGiven: boolean
  /** Settles when it is given. */
  readonly given: Promise<void>
}

/** A terminal and npm both pass Ctrl-C on, so it may come twice for one press. */
const SAME_PRESS_MS = 1000

/** Listens from now on. The first signal stops the server in order; a second one, later, ends the process at once. */
export function stopSignal(onGiven: () => void = () => {}): StopSignal {
  let first: number | undefined
  const given = new Promise<void>(resolve => {
    const stop = () => {
      if (first === undefined) onGiven()
      first ??= Date.now()
      resolve()
      if (Date.now() - first > SAME_PRESS_MS) process.exit(130)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
  return {
    given,
    get isGiven() {
      return first !== undefined
    },
  }
}
