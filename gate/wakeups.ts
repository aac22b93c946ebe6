/**
 * Lets the stream of a session notice at once what another request of this process did; other instances notice at
 * their next look into the store.
 */
export interface Wakeups {
  wake(sessionId: string): void
  /** Resolves after `milliseconds` or at a wake-up, whichever is first. */
  sleep(sessionId: string, milliseconds: number): Promise<void>
}

export function wakeups(): Wakeups {
  const sleepers = new Map<string, Set<() => void>>()

  return {
    wake(sessionId) {
      for (const wake of sleepers.get(sessionId) ?? []) wake()
    },
    sleep(sessionId, milliseconds) {
      return new Promise(resolve => {
        const group = sleepers.get(sessionId) ?? new Set()
        const wake = () => {
          clearTimeout(timer)
          group.delete(wake)
          if (group.size === 0 && sleepers.get(sessionId) === group) sleepers.delete(sessionId)
          resolve()
        }
        const timer = setTimeout(wake, milliseconds)
        sleepers.set(sessionId, group.add(wake))
      })
    },
  }
}
