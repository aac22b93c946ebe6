import { parseArgs } from 'node:util'
import { startBenchServer } from '../benchServer.ts'
import { readDocument } from './document.ts'
import { fuzz } from './fuzz.ts'
import { openCompany, openMarket } from './openCallers.ts'

/** `npm run fuzz [-- CALLS] [--seed N] [PART OF A PATH]`: calls made from the documents of the server's own APIs. */
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const calls = Number(positionals.find(isNumber) ?? 10_000)
const part = positionals.find(word => !isNumber(word)) ?? ''
const seed = Number(values.seed)
if (!isNumber(values.seed)) throw new Error(`--seed ${values.seed} is not a number`)
const APIS = ['crm-v1', 'crm-v2', 'crm-app', 'crm-oauth', 'market']
/** A call may end the token it was made with: then a new company begins, though some calls are refused in any case. */
const LEAST_CALLS_OF_A_COMPANY = 15

const server = await startBenchServer()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.stop().finally(() => process.exit(130)))
try {
  const documents = await Promise.all(APIS.map(api => readDocument(server.origin, api)))
  const operations = documents.flat().filter(({ path }) => path.includes(part))
  if (operations.length === 0) throw new Error(`no operation has ${part} in its path`)
  const markets = await openMarket(server)
  let company = openCompany(server, 0)
  let companies = 1
  let callsOfCompany = 0
  const begun = performance.now()
  const done = await fuzz({
    origin: server.origin,
    operations,
    calls,
    seed,
    atOnce: 6,
    async caller(api) {
      if (api === 'market') return markets
      const { isRefused } = await company
      if (isRefused && ++callsOfCompany > LEAST_CALLS_OF_A_COMPANY) {
        callsOfCompany = 0
        company = openCompany(server, companies++)
      }
      return company
    },
  })
  const seconds = (performance.now() - begun) / 1_000
  const statuses = [...done.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} × ${times}`)
  console.log(`${calls} calls of ${done.called.size} operations in ${seconds.toFixed(0)} s, seed ${seed}`)
  console.log(`answered: ${statuses.join(', ')}; ${done.succeeded.size} operations succeeded at least once`)
  console.log(`slowest: ${done.slowestMs.toFixed(0)} ms, ${done.slowest.slice(0, 160)}`)
  console.log(`memory of the server: ${(await server.memory()).toFixed(0)} MB`)
  const still = await fetch(`${server.origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (!still?.ok) done.faults.push('the server does not answer any more')
  console.log(done.faults.length === 0 ? 'no fault' : `${done.faults.length} faults:\n${done.faults.join('\n')}`)
  process.exitCode = done.faults.length > 0 ? 1 : 0
} finally {
  await server.stop()
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}
