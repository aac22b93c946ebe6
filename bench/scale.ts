import { createCompany } from '@portico/crm/company/companies/createCompany'
import { addUsers } from '@portico/crm/company/users/addUsersStore'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { drive, medianOf } from './drive.ts'
import { addDeals, addFields } from './seed.ts'

const TARGET = 1.5
const ROUNDS = 5

interface Company {
  token: string
  paths: Record<string, string>
}

/** The same calls on a company of 1,000 deals and on one of 100,000, in alternation: what they cost must not grow. */
export async function scale(): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const small = await makeCompany(server, 'small', 1_000)
    const large = await makeCompany(server, 'large', 100_000)
    let met = true
    for (const name of Object.keys(small.paths)) {
      const ratio = await compare(server, name, small, large)
      met &&= ratio <= TARGET
    }
    return met
  } finally {
    await server.stop()
  }
}

async function compare(server: BenchServer, name: string, small: Company, large: Company): Promise<number> {
  const cost = async (company: Company, seconds: number) => {
    const { rate } = await drive({
      url: server.origin + company.paths[name],
      headers: { 'x-api-token': company.token },
      connections: 4,
      seconds,
    })
    return 1000 / rate
  }
  await cost(small, 1)
  await cost(large, 1)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push([await cost(small, 2), await cost(large, 2)] as const)
  const ratio = medianOf(rounds.map(([few, many]) => many / few))
  const [few, many] = [medianOf(rounds.map(round => round[0])), medianOf(rounds.map(round => round[1]))]
  console.log(
    `${name}: ${few.toFixed(2)} ms at 1,000 deals, ${many.toFixed(2)} ms at 100,000, ratio ${ratio.toFixed(2)} (target at most ${TARGET})${ratio > TARGET ? ' MISSED' : ''}`,
  )
  return ratio
}

async function makeCompany(server: BenchServer, name: string, deals: number): Promise<Company> {
  const { sql, origin } = server
  const token = (name === 'small' ? '1' : '2').repeat(40)
  const owner = { name: 'Bench', email: `${name}@example.com`, passwordHash: 'none', apiToken: token }
  const { companyId, ownerId } = await createCompany(sql, { name, domain: name, owner })
  const colleagues = Array.from({ length: 9 }, (_, n) => ({ name: `Colleague ${n}`, email: `${name}${n}@example.com` }))
  await addUsers(sql, companyId, colleagues)
  const keys = await addFields(sql, companyId, 20)
  await addDeals(sql, companyId, deals, keys)
  const [middle] = await sql<{ id: number; stage_id: number }[]>`
    select id, stage_id from crm.deal where company_id = ${companyId} order by id offset ${Math.floor(deals / 2)} limit 1`
  const cursor = Buffer.from(JSON.stringify([middle?.id])).toString('base64url')
  const filter = await addFilter(origin, token, keys[0] ?? '', companyId, sql)
  const list = '/api/v2/deals?limit=100'
  return {
    token,
    paths: {
      'get one': `/api/v2/deals/${middle?.id}`,
      'first page': list,
      'deep page': `${list}&cursor=${cursor}`,
      'by owner': `${list}&owner_id=${ownerId}`,
      'by stage': `${list}&stage_id=${middle?.stage_id}`,
      'by status': `${list}&status=won`,
      'by a custom field': `/api/v2/deals?limit=1&filter_id=${filter}`,
    },
  }
}

/** A saved filter on one value of a custom text field; one deal in a thousand has it. */
async function addFilter(
  origin: string,
  token: string,
  key: string,
  companyId: number,
  sql: BenchServer['sql'],
): Promise<number> {
  const [field] = await sql<{ id: number }[]>`select id from crm.field where company_id = ${companyId} and key = ${key}`
  const condition = { object: 'deal', field_id: String(field?.id), operator: '=', value: 'value 7', extra_value: null }
  const conditions = {
    glue: 'and',
    conditions: [
      { glue: 'and', conditions: [condition] },
      { glue: 'or', conditions: [] },
    ],
  }
  const response = await fetch(`${origin}/v1/filters`, {
    method: 'POST',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', type: 'deals', conditions }),
  })
  const { data } = (await response.json()) as { data: { id: number } }
  return data.id
}
