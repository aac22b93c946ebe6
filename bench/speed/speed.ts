import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { openFloor, startBenchServer } from '../benchServer.ts'
import { generator } from '../drive.ts'
import { makeFloorTables } from '../floor/crmFloor.ts'
import { parentOf } from '../processorSeconds.ts'
import { type Bench, compare, type Line, type Scenario, type Scenarios } from './compare.ts'
import { crmCalls } from './crmCalls.ts'
import { gateCalls } from './gateCalls.ts'
import { marketCalls } from './marketCalls.ts'
import { HEAD, row } from './table.ts'
import { webhookCalls } from './webhookCalls.ts'

export interface SpeedOptions {
  rounds: number
  seconds: number
  deals: number
  books: number
  /** Only those that have a target. */
  targetsOnly?: boolean
  /** Only lines whose name has this in it. */
  only?: string | undefined
  /** A file for the figures, as JSON. */
  json?: string | undefined
}

const SECRET = 'a secret of the bench that is long enough to sign'

/** What each call costs beside a floor that does the same with nothing around it: one table, line by line as it comes. */
export async function speed({
  rounds,
  seconds,
  deals,
  books,
  targetsOnly = false,
  only = '',
  json,
}: SpeedOptions): Promise<boolean> {
  const server = await startBenchServer({ PORTICO_SECRET: SECRET, PORTICO_PRIVATE_TARGETS: 'allow' })
  try {
    const memoryAtRest = await server.memory()
    const [company] = await server.sql<{ id: number }[]>`select id from crm.company limit 1`
    const companyId = company?.id ?? 0
    await makeFloorTables(server.sql)
    const [backend] = await server.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const floor = await openFloor(server.databaseUrl, companyId)
    const bench: Bench = { server, floor, postmaster: await parentOf(backend?.pid ?? 0), rounds, seconds }
    const lines: Line[] = []
    console.log(`calls by ${generator}, ${rounds} rounds of ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`)
    console.log(HEAD)
    const isAsked = ({ name, target }: Scenario) => name.includes(only) && (!targetsOnly || target !== undefined)
    const parts: (() => Promise<Scenarios>)[] = [
      () => crmCalls(server, companyId, deals),
      () => marketCalls(server, SECRET, books),
      gateCalls,
      () => webhookCalls(server),
    ]
    try {
      for (const part of parts) {
        const { scenarios, stop } = await part()
        for (const scenario of scenarios.filter(isAsked)) {
          const line = await compare(bench, scenario)
          console.log(row(line))
          lines.push(line)
        }
        await stop?.()
      }
    } finally {
      await floor.stop()
    }
    const memory = { atRest: memoryAtRest, afterLoad: await server.memory() }
    console.log(
      `memory: ${memory.atRest.toFixed(0)} MB at rest (target under 200), ${memory.afterLoad.toFixed(0)} MB after it`,
    )
    const machine = { cores: cpus().length, node: process.version, generator, at: new Date().toISOString() }
    if (json) await writeFile(json, `${JSON.stringify({ machine, deals, books, memory, lines }, null, 2)}\n`)
    return lines.every(line => line.met)
  } finally {
    await server.stop()
  }
}
