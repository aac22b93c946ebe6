import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { digestOf } from '@portico/crm/base/access/apiToken'
import { createCompany } from '@portico/crm/company/companies/createCompany'
import { addUsers } from '@portico/crm/company/users/addUsersStore'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { drive, medianOf } from './drive.ts'

const LISTENERS = 500
const USERS = 10
const TARGET = 0.9

/** Creates with and without hundreds of event streams, in alternation: of the company that is written to, and of another. */
export async function listeners({ rounds, seconds }: { rounds: number; seconds: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const [company] = await server.sql<{ id: number }[]>`select id from crm.company limit 1`
    const own = await tokensOf(server, company?.id ?? 0)
    const owner = { name: 'Other', email: 'other@example.com', passwordHash: 'none', apiToken: 'c'.repeat(40) }
    const other = await createCompany(server.sql, { name: 'Other', domain: 'other', owner })
    const others = await tokensOf(server, other.companyId)
    await creates(server, seconds)
    const ofOthers = await compare(server, 'of another company', others, { rounds, seconds })
    const ofOwn = await compare(server, 'of the same company', own, { rounds, seconds })
    const plain = await compare(
      server,
      'of the same company that do not take gzip',
      own,
      { rounds, seconds },
      'identity',
    )
    return [ofOthers, ofOwn, plain].every(ratio => ratio >= TARGET)
  } finally {
    await server.stop()
  }
}

async function compare(
  server: BenchServer,
  whose: string,
  tokens: readonly string[],
  { rounds, seconds }: { rounds: number; seconds: number },
  encoding = 'gzip',
): Promise<number> {
  const pairs: [number, number][] = []
  let received = 0
  for (let round = 0; round < rounds; round++) {
    const without = await creates(server, seconds)
    const child = await listen(server, tokens, encoding)
    const withThem = await creates(server, seconds)
    received += await bytesOf(child)
    child.kill()
    await once(child, 'exit')
    pairs.push([without, withThem])
  }
  const ratio = medianOf(pairs.map(([without, withThem]) => withThem / without))
  const [without, withThem] = [medianOf(pairs.map(pair => pair[0])), medianOf(pairs.map(pair => pair[1]))]
  console.log(
    `${LISTENERS} listeners ${whose}: ${without.toFixed(0)} deals/s without, ${withThem.toFixed(0)} with them, ratio ${ratio.toFixed(3)} (target ${TARGET})${ratio < TARGET ? ' MISSED' : ''}; ${(received / rounds / 1e6).toFixed(0)} MB received in ${seconds} s`,
  )
  return ratio
}

async function creates(server: BenchServer, seconds: number): Promise<number> {
  const { rate } = await drive({
    url: `${server.origin}/api/v2/deals`,
    method: 'POST',
    headers: { 'x-api-token': server.token },
    body: JSON.stringify({ title: 'Bench', value: 100 }),
    seconds,
  })
  return rate
}

async function listen(server: BenchServer, tokens: readonly string[], encoding: string): Promise<ChildProcess> {
  const child = fork(packageFolder(import.meta.url, 'dist', 'listenerProcess.js'), {
    env: { PORT: String(server.port), TOKENS: tokens.join(), LISTENERS: String(LISTENERS), ENCODING: encoding },
  })
  await once(child, 'message')
  return child
}

async function bytesOf(child: ChildProcess): Promise<number> {
  child.send('bytes')
  const [bytes] = await once(child, 'message')
  return Number(bytes)
}

async function tokensOf({ sql }: BenchServer, companyId: number): Promise<string[]> {
  const people = Array.from({ length: USERS }, (_, nr) => ({
    name: `Listener ${nr}`,
    email: `listener-${companyId}-${nr}@example.com`,
    isAdmin: true,
  }))
  const ids = await addUsers(sql, companyId, people)
  const tokens = ids.map((_, nr) => `${companyId}${nr}`.padEnd(40, 'd'))
  for (const [nr, userId] of ids.entries())
    await sql`insert into crm.api_token (company_id, user_id, digest)
      values (${companyId}, ${userId}, ${digestOf(tokens[nr] ?? '')})`
  return tokens
}
