/**
 * Tells the event stream of a session at once what another request of this process changed. Streams on other instances
 * notice it when they next read the store.
 */
export interface SessionChanges {
  notify(sessionId: string): void
  /** Resolves after `milliseconds`, or earlier when the session is notified. */
  wait(sessionId: string, milliseconds: number): Promise<void>
}

export function sessionChanges(): SessionChanges {
  const waiting = new Map<string, Set<() => void>>()

  return {
    notify(sessionId) {
      for (const resume of waiting.get(sessionId) ?? []) resume()
    },
    wait(sessionId, milliseconds) {
      return new Promise(resolve => {
        const group = waiting.get(sessionId) ?? new Set()
        const resume = () => {
          clearTimeout(timer)
          group.delete(resume)
          if (group.size === 0 && waiting.get(sessionId) === group) waiting.delete(sessionId)
          resolve()
        }
        const timer = setTimeout(resume, milliseconds)
        waiting.set(sessionId, group.add(resume))
      })
    },
  }
}
