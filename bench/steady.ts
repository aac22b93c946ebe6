import { drive } from './drive.ts'
import { openFloor, openHouse } from './house.ts'
import { addDeals, makeFloorTables } from './seed.ts'

/**
 * One load for many minutes: the last minute against the first shows what slows down with age. The floor is driven
 * just before and just after, because machines change their speed in ten minutes too.
 */
export async function steady({ minutes }: { minutes: number }): Promise<boolean> {
  const house = await openHouse()
  try {
    const [company] = await house.sql<{ id: number }[]>`select id from crm.company limit 1`
    const companyId = company?.id ?? 0
    await makeFloorTables(house.sql)
    await addDeals(house.sql, companyId, 10_000)
    const floor = await openFloor(house.databaseUrl, companyId)
    try {
      const load = {
        url: `${house.origin}/api/v2/deals?limit=100`,
        headers: { 'x-api-token': house.token },
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
        console.log(`minute ${minute}: ${rate.toFixed(0)}/s, memory ${(await house.memory()).toFixed(0)} MB`)
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
    await house.stop()
  }
}
