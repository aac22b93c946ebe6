/** The memory for bodies on their way, shared by all clients. */
export interface BodyMemory {
  /** Whether a client may hold so many bytes more; they are counted then. */
  take(client: string, bytes: number): boolean
  give(client: string, bytes: number): void
}

/**
 * One client may hold half of what the others leave. Whoever sends much can so never use it up: with ten of them each
 * has an eleventh, and so has whoever comes next.
 */
export function bodyMemory(mostBytes: number): BodyMemory {
  const held = new Map<string, number>()
  let total = 0

  function change(client: string, bytes: number) {
    const own = (held.get(client) ?? 0) + bytes
    total += bytes
    if (own === 0) held.delete(client)
    else held.set(client, own)
  }

  return {
    take(client, bytes) {
      const own = held.get(client) ?? 0
      const left = mostBytes - (total - own)
      if (own + bytes > left / 2) return false
      change(client, bytes)
      return true
    },
    give: (client, bytes) => change(client, -bytes),
  }
}
