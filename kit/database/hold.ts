import type { Client } from './connect.ts'

/** A lock that nobody else of any process has meanwhile. PostgreSQL gives it back when the process dies. */
export interface Hold {
  release(): Promise<void>
}

/**
 * Takes the lock of this kind and id (`pg_advisory_lock(kind, id)`) on a connection of its own, without waiting for it:
 * undefined when somebody has it. Takes the client for itself.
 */
export async function openHold(client: Client, kind: number, id: number): Promise<Hold | undefined> {
  const release = () => client.end({ timeout: 1 })
  try {
    const [found] = await client<{ is_held: boolean }[]>`
      select pg_try_advisory_lock(${kind}::integer, ${id}::integer) as is_held`
    if (found?.is_held) return { release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}
