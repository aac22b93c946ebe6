import { openFloor, startBenchServer } from './benchServer.ts'
import { drive, type Load, medianOf } from './drive.ts'
import { addDeals, makeFloorTables } from './seed.ts'

interface Scenario {
  name: string
  target: number
  server: Omit<Load, 'seconds'>
  floor: Omit<Load, 'seconds'>
}

/** The server against the floor, in alternation, so that both see the same machine; prints the ratio of each scenario. */
export async function ratios({ rounds, seconds }: { rounds: number; seconds: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const [company] = await server.sql<{ id: number }[]>`select id from crm.company limit 1`
    const companyId = company?.id ?? 0
    console.log(`memory at rest: ${(await server.memory()).toFixed(0)} MB (target under 200)`)
    await makeFloorTables(server.sql)
    await addDeals(server.sql, companyId, 10_000)
    const [deal] = await server.sql<
      { id: number }[]
    >`select id from crm.deal where company_id = ${companyId} order by id offset 5000 limit 1`
    const floor = await openFloor(server.databaseUrl, companyId)
    try {
      const headers = { 'x-api-token': server.token }
      const scenarios: Scenario[] = [
        {
          name: 'get one deal',
          target: 0.6,
          server: { url: `${server.origin}/api/v2/deals/${deal?.id}`, headers },
          floor: { url: `${floor.origin}/deals/${deal?.id}` },
        },
        {
          name: 'list 100 deals',
          target: 0.85,
          server: { url: `${server.origin}/api/v2/deals?limit=100`, headers },
          floor: { url: `${floor.origin}/deals` },
        },
        {
          name: 'create a deal',
          target: 0.4,
          server: {
            url: `${server.origin}/api/v2/deals`,
            method: 'POST',
            headers,
            body: JSON.stringify({ title: 'A new deal', value: 1200 }),
          },
          floor: { url: `${floor.origin}/deals`, method: 'POST', body: '{}' },
        },
      ]
      const outcomes = []
      for (const scenario of scenarios) outcomes.push(await measure(scenario, rounds, seconds))
      console.log(`memory after load: ${(await server.memory()).toFixed(0)} MB`)
      return outcomes.every(Boolean)
    } finally {
      await floor.stop()
    }
  } finally {
    await server.stop()
  }
}

async function measure({ name, target, server, floor }: Scenario, rounds: number, seconds: number): Promise<boolean> {
  // Until the code that runs is compiled: the server has more of it.
  await drive({ ...server, seconds: 3 })
  await drive({ ...floor, seconds: 1 })
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const ours = await drive({ ...server, seconds })
    const bare = await drive({ ...floor, seconds })
    pairs.push({ ours: ours.rate, bare: bare.rate, ratio: ours.rate / bare.rate })
  }
  const ratio = medianOf(pairs.map(pair => pair.ratio))
  const ours = medianOf(pairs.map(pair => pair.ours)).toFixed(0)
  const bare = medianOf(pairs.map(pair => pair.bare)).toFixed(0)
  console.log(
    `${name}: ${ours}/s, floor ${bare}/s, ratio ${ratio.toFixed(2)} (target ${target})${ratio < target ? ' MISSED' : ''}`,
  )
  return ratio >= target
}
