import { createCompany } from '@portico/crm/company/companies/createCompany'
import { connect } from '@portico/kit/database/connect'
import { describePlacement } from '@portico/kit/database/describePlacement'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { startBenchServer } from './benchServer.ts'
import { driveInTurn, medianOf, type Shot } from './drive.ts'

interface Machines {
  /** Databases that are migrated, and distributed or not. */
  urls: readonly string[]
  companies: number
  rounds: number
  seconds: number
}

/** Calls of many companies on databases of one machine and of several, one after the other in each round. */
export async function machines({ urls, companies, rounds, seconds }: Machines): Promise<boolean> {
  if (urls.length === 0) throw new Error('npm run bench -- --machines postgres://… postgres://…')
  const places: { name: string; stop(): Promise<void>; calls: Call[] }[] = []
  try {
    for (const url of urls) {
      const { origin, stop } = await startBenchServer({ DATABASE_URL: url })
      const name = `${new URL(url).port}${new URL(url).pathname}: ${(await describePlacement(url)) ?? 'one machine'}`
      places.push({ name, stop, calls: [] })
      const calls = await callsOf(url, origin, companies)
      places.at(-1)?.calls.push(...calls)
    }
    for (let round = 0; round <= rounds; round++)
      for (const { calls } of places)
        for (const { origin, shots, measured } of calls)
          for (const [at, connections] of CONNECTIONS.entries()) {
            const driven = await driveInTurn({ origin, shots, connections, seconds })
            // The first round warms up.
            if (round > 0) measured[at]?.push(driven)
          }
    for (const { name, calls } of places) {
      console.log(name)
      for (const { what, measured } of calls)
        for (const [at, connections] of CONNECTIONS.entries()) {
          const of = (key: 'rate' | 'median') => medianOf(measured[at]?.map(driven => driven[key]) ?? [])
          console.log(`  ${what}, ${connections} at once: ${of('rate').toFixed(0)} a second, ${of('median')} ms`)
        }
    }
  } finally {
    for (const { stop } of places) await stop()
  }
  return true
}

const CONNECTIONS = [1, 16]

interface Call {
  what: string
  origin: string
  shots: Shot[]
  measured: { rate: number; median: number }[][]
}

/** The same calls in each of some new companies. */
async function callsOf(url: string, origin: string, companies: number): Promise<Call[]> {
  const sql = connect(url, { distributedBy: await distributedBy(url) })
  const shots: Record<'get' | 'list' | 'add' | 'change', Shot[]> = { get: [], list: [], add: [], change: [] }
  for (let nr = 0; nr < companies; nr++) {
    const domain = `bench-${Date.now().toString(36)}-${nr}`
    const apiToken = Buffer.from(domain).toString('hex').padEnd(40, '0').slice(-40)
    const owner = { name: 'Bench', email: `${domain}@example.com`, passwordHash: 'none', apiToken }
    await sql.begin(transaction => createCompany(transaction, { name: domain, domain, owner }))
    const headers = { 'x-api-token': apiToken }
    const path = '/api/v2/organizations'
    const body = JSON.stringify({ name: 'Bench' })
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    const { data } = (await answer.json()) as { data: { id: number } }
    shots.get.push({ path: `${path}/${data.id}`, headers })
    shots.list.push({ path: `${path}?limit=20`, headers })
    shots.add.push({ path, method: 'POST', headers, body })
    for (const name of ['One', 'Other'])
      shots.change.push({ path: `${path}/${data.id}`, method: 'PATCH', headers, body: JSON.stringify({ name }) })
  }
  await sql.end()
  return Object.entries(shots).map(([what, each]) => ({
    what,
    origin,
    shots: each,
    measured: CONNECTIONS.map(() => []),
  }))
}
