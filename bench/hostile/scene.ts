import { setTimeout as sleep } from 'node:timers/promises'
import { type Watch, watch } from './watch.ts'
import { openWorld, type Size, type World } from './world.ts'

/** A server with an ordinary client at work. */
export interface Scene {
  world: World
  watch: Watch
  /** Of the server process before the first attack, in megabytes. */
  memoryAtStart: number
  /** The version of the database. */
  postgres: string
  isAnswering(): Promise<boolean>
  close(): Promise<void>
}

/** Until the code that ordinary calls run is compiled. */
const WARM_UP_MS = 5_000
const PATIENCE_MS = 5_000

export async function openScene(size: Size, warmUpMs = WARM_UP_MS): Promise<Scene> {
  const { world, server } = await openWorld(size)
  const watching = watch(world)
  const scene: Scene = {
    world,
    watch: watching,
    memoryAtStart: 0,
    postgres: '',
    async isAnswering() {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const reply = await fetch(`${server.origin}/readyz`, { signal }).catch(() => undefined)
      return reply?.ok === true
    },
    async close() {
      watching.stop()
      await server.stop()
    },
  }
  try {
    const [row] = await server.sql<{ server_version: string }[]>`show server_version`
    scene.postgres = `PostgreSQL ${row?.server_version}`
    await sleep(warmUpMs)
    const { wrong, memoryAfter } = await watching.look()
    scene.memoryAtStart = memoryAfter
    if (Object.keys(wrong).length > 0)
      throw new Error(`ordinary calls fail without an attack: ${Object.keys(wrong).join(', ')}`)
    return scene
  } catch (error) {
    await scene.close()
    throw error
  }
}
