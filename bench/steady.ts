import { openFloor, startBenchServer } from './benchServer.ts'
import { drive } from './drive.ts'
import { makeFloorTables } from './floor/crmFloor.ts'
import { addDeals } from './seed.ts'

/**
 * One load for many minutes: the last minute against the first shows what slows down with age. The floor is driven
 * just before and just after, because machines change their speed in ten minutes too.
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
        connections: 32,
      }
      const bare = async () => (await drive({ url: `${floor.origin}/deals`, connections: 32, seconds: 10 })).rate
      await drive({ ...load, seconds: 5 })
      await bare()
      const before = await bare()
      const rates = []
      for (let minute = 1; minute <= minutes; minute++) {
        const { rate } = await drive({ ...load, seconds: 60 })
        rates.push(rate)
        console.log(`minute ${minute}: ${rate.toFixed(0)}/s, memory ${(await server.memory()).toFixed(0)} MB`)
      }
      const machine = (await bare()) / before
      const aged = (rates.at(-1) ?? 0) / (rates[0] ?? 1)
      const ratio = aged / machine
      console.log(
        `last minute against the first: ${aged.toFixed(3)}, the floor meanwhile ${machine.toFixed(3)}, ratio ${ratio.toFixed(3)} (target 0.95)${ratio < 0.95 ? ' MISSED' : ''}`,
      )
      return ratio >= 0.95
    } finally {
      await floor.stop()
    }
  } finally {
    await server.stop()
  }
}
