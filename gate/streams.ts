/** How many event streams are open, in all and for each session. */
export interface Streams {
  hasRoomFor(sessionId: string): boolean
  opened(sessionId: string): void
  closed(sessionId: string): void
}

/** Each stream costs memory and has the store looked at every second, so one process keeps only so many. */
const MAX = 10_000

/** A person may have some tabs open; thousands of streams of one session would take the places of everybody else. */
const MAX_OF_ONE = 20

export function streams(): Streams {
  const bySession = new Map<string, number>()
  const openFor = (sessionId: string) => bySession.get(sessionId) ?? 0
  let open = 0

  return {
    hasRoomFor(sessionId) {
      return open < MAX && openFor(sessionId) < MAX_OF_ONE
    },
    opened(sessionId) {
      open += 1
      bySession.set(sessionId, openFor(sessionId) + 1)
    },
    closed(sessionId) {
      open -= 1
      if (openFor(sessionId) > 1) bySession.set(sessionId, openFor(sessionId) - 1)
      else bySession.delete(sessionId)
    },
  }
}
