import { drive } from './drive.ts'
import { openHouse } from './house.ts'
import { addDeals } from './seed.ts'

/** One load for many minutes: the last minute against the first shows what slows down with age. */
export async function steady({ minutes }: { minutes: number }): Promise<boolean> {
  const house = await openHouse()
  try {
    const [company] = await house.sql<{ id: number }[]>`select id from crm.company limit 1`
    await addDeals(house.sql, company?.id ?? 0, 10_000)
    const load = {
      url: `${house.origin}/api/v2/deals?limit=100`,
      headers: { 'x-api-token': house.token },
      connections: 32,
    }
    await drive({ ...load, seconds: 5 })
    const rates = []
    for (let minute = 1; minute <= minutes; minute++) {
      const { rate } = await drive({ ...load, seconds: 60 })
      rates.push(rate)
      console.log(`minute ${minute}: ${rate.toFixed(0)}/s, memory ${(await house.memory()).toFixed(0)} MB`)
    }
    const ratio = (rates.at(-1) ?? 0) / (rates[0] ?? 1)
    console.log(`last minute against the first: ${ratio.toFixed(2)} (target 0.95)${ratio < 0.95 ? ' MISSED' : ''}`)
    return ratio >= 0.95
  } finally {
    await house.stop()
  }
}
