import { openSignIn } from '@portico/crm/base/access/signIn'
import { insertSession } from '@portico/crm/company/sessions/store'
import type { Call } from '@portico/kit/api/api'
import { openDatabase } from '@portico/kit/database/database'
import { startBenchServer } from './benchServer.ts'
import { drive, medianOf } from './drive.ts'
import { addDeals } from './seed.ts'

const TARGET = 0.15
const CALLS = 50_000

/** What knowing the caller adds to a get: the time of signing in, as a share of the time of the rest of the call. */
export async function signInCost({ rounds, seconds }: { rounds: number; seconds: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const [user] = await server.sql<{ company_id: number; id: number; account_id: number }[]>`
      select company_id, id, account_id from crm.app_user limit 1`
    if (!user) throw new Error('the server has no owner')
    const { company_id: companyId, id: userId, account_id: accountId } = user
    await addDeals(server.sql, companyId, 1000)
    const [deal] = await server.sql<{ id: number }[]>`select min(id)::int as id from crm.deal`
    const secret = await insertSession(server.sql, { accountId, companyId, userId, agent: 'bench', address: '' })
    const credentials: [name: string, headers: Record<string, string>][] = [
      ['token', { 'x-api-token': server.token }],
      ['session', { cookie: `portico_session=${secret}`, 'sec-fetch-site': 'same-origin' }],
    ]
    const url = `${server.origin}/api/v2/deals/${deal?.id}`
    const shares: number[] = []
    for (const [name, headers] of credentials) {
      const alone = await microsecondsToSignIn(server.databaseUrl, url, headers)
      await drive({ url, headers, seconds: 3 })
      const rates = []
      for (let round = 0; round < rounds; round++) rates.push((await drive({ url, headers, seconds })).rate)
      const whole = 1_000_000 / medianOf(rates)
      const share = alone / (whole - alone)
      const missed = share > TARGET ? ' MISSED' : ''
      console.log(
        `get one deal by ${name}: ${whole.toFixed(0)} µs, ${alone.toFixed(1)} µs of it to sign in: adds ${(share * 100).toFixed(1)} % (target at most ${TARGET * 100} %)${missed}`,
      )
      shares.push(share)
    }
    return shares.every(share => share <= TARGET)
  } finally {
    await server.stop()
  }
}

/** In this process, so that nothing but signing in is timed; the look-ups of the database, one a second, are in it. */
async function microsecondsToSignIn(
  databaseUrl: string,
  url: string,
  headers: Record<string, string>,
): Promise<number> {
  const database = openDatabase(databaseUrl)
  try {
    const { signIn } = await openSignIn(database, { origin: new URL(url).origin })
    const times = []
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: CALLS }, () => callOf(url, headers))
      const begun = performance.now()
      for (const call of calls) await signIn(call)
      times.push(((performance.now() - begun) * 1000) / CALLS)
    }
    return medianOf(times)
  } finally {
    await database.close()
  }
}

function callOf(url: string, headers: Record<string, string>): Call {
  return {
    request: new Request(url, { headers }),
    pathname: new URL(url).pathname,
    path: '/deals/1',
    search: new URLSearchParams(),
    requestId: 'bench',
    remoteAddress: '127.0.0.1',
    receivedAt: new Date(),
    headers: new Map(),
  }
}
