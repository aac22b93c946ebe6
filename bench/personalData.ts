import { type BenchServer, startBenchServer } from './benchServer.ts'
import { makeLargeCompany } from './largeCompany.ts'

/** What the law asks for, in a company of many deals: one person is told everything about themselves, and is forgotten. */
export async function personalData({ deals }: { deals: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const companyId = await makeLargeCompany(server, deals)
    const [counted] = await server.sql<{ lines: number }[]>`
      select count(*)::int as lines from crm.change where company_id = ${companyId}`
    console.log(`${deals} deals, ${counted?.lines} lines in the change log`)
    const [person] = await server.sql<{ id: number; name: string }[]>`
      select p.id, p.name from crm.deal d join crm.person p on p.company_id = d.company_id and p.id = d.person_id
      where d.company_id = ${companyId} order by d.id offset 777 limit 1`
    if (!person) throw new Error('there is no person')
    const told = async () => {
      const answer = await call(server, 'GET', `/api/v2/persons/${person.id}/personalData`)
      return `${(await answer.text()).length} bytes`
    }
    await timed('told, the first time', told)
    await timed('told again', told)
    const path = `/api/v2/persons/${person.id}/forget`
    await timed('forgotten: the answer', async () => {
      const { status } = await call(server, 'POST', path, { confirm_name: person.name })
      return `status ${status}`
    })
    await timed('forgotten: texts and the log gone through', () => untilDone(server, path))
    return true
  } finally {
    await server.stop()
  }
}

async function timed(what: string, work: () => Promise<string>): Promise<void> {
  const begun = performance.now()
  const outcome = await work()
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(2)} s, ${outcome}`)
}

const LONGEST_WAIT_MS = 1_800_000

async function untilDone(server: BenchServer, path: string): Promise<string> {
  const end = performance.now() + LONGEST_WAIT_MS
  while (performance.now() < end) {
    const { data } = (await (await call(server, 'GET', path)).json()) as { data: { state: string } }
    if (data.state === 'done') return 'done'
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  return 'NOT DONE'
}

function call({ origin, token }: BenchServer, method: string, path: string, body?: object): Promise<Response> {
  return fetch(origin + path, {
    method,
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}
