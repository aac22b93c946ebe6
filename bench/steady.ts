import { openFloor, startBenchServer } from './benchServer.ts'
import { drive } from './drive.ts'
import { makeFloorTables } from './floor/crmFloor.ts'
import { addDeals } from './seed.ts'

const CONNECTIONS = 64
const SLOWEST = 0.95
/** Megabytes of the server, and by how much it may grow in the second half. */
const MOST_MEMORY = 400
const FLAT = 1.1

/**
 * One load for many minutes: the last minute against the first shows what slows down with age, and memory what is not let
 * go. The floor is driven just before and just after, because machines change their speed in ten minutes too.
 */
export async function steady({ minutes }: { minutes: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const [company] = await server.sql<{ id: number }[]>`select id from crm.company limit 1`
    const companyId = company?.id ?? 0
    await makeFloorTables(server.sql)
    await addDeals(server.sql, companyId, 10_000)
    const floor = await openFloor(server.databaseUrl, companyId)
    try {
      const load = {
        url: `${server.origin}/api/v2/deals?limit=100`,
        headers: { 'x-api-token': server.token },
        connections: CONNECTIONS,
      }
      const bare = async () =>
        (await drive({ url: `${floor.origin}/deals`, connections: CONNECTIONS, seconds: 10 })).rate
      await drive({ ...load, seconds: 5 })
      await bare()
      const before = await bare()
      const rates: number[] = []
      const memories: number[] = []
      for (let minute = 1; minute <= minutes; minute++) {
        const { rate } = await drive({ ...load, seconds: 60 })
        const memory = await server.memory()
        rates.push(rate)
        memories.push(memory)
        console.log(`minute ${minute}: ${rate.toFixed(0)}/s, memory ${memory.toFixed(0)} MB`)
      }
      const machine = (await bare()) / before
      const aged = (rates.at(-1) ?? 0) / (rates[0] ?? 1)
      const ratio = aged / machine
      console.log(
        `last minute against the first: ${aged.toFixed(3)}, the floor meanwhile ${machine.toFixed(3)}, ratio ${ratio.toFixed(3)} (at least ${SLOWEST})${ratio < SLOWEST ? ' MISSED' : ''}`,
      )
      const most = Math.max(...memories)
      const grown = (memories.at(-1) ?? 0) / (memories[Math.floor(minutes / 2) - 1] ?? 1)
      console.log(
        `memory at most ${most.toFixed(0)} MB (under ${MOST_MEMORY})${most >= MOST_MEMORY ? ' MISSED' : ''}, the end against half time ${grown.toFixed(3)} (at most ${FLAT})${grown > FLAT ? ' MISSED' : ''}`,
      )
      return ratio >= SLOWEST && most < MOST_MEMORY && grown <= FLAT
    } finally {
      await floor.stop()
    }
  } finally {
    await server.stop()
  }
}
