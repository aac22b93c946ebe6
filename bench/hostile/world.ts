import { randomBytes } from 'node:crypto'
import { digestOf } from '@portico/crm/base/access/apiToken'
import { createCompany } from '@portico/crm/company/companies/createCompany'
import { hashPassword } from '@portico/kit/access/password'
import type { Client } from '@portico/kit/database/connect'
import { type BenchServer, startBenchServer } from '../benchServer.ts'
import { addDeals } from '../seed.ts'
import { seedShelf } from '../seedShelf.ts'

/** The server under attack with two companies and a market on it: the ordinary client's and the attacker's. */
export interface World {
  port: number
  pid: number
  ordinary: { crmToken: string; dealId: number; marketToken: string; email: string; password: string; bookId: string }
  attacker: {
    crmTokens: readonly string[]
    dealIds: readonly number[]
    personIds: readonly number[]
    pipelineId: number
    fileId: number
    marketToken: string
    /** A book of the attacker's own. */
    bookId: string
    /** Logged in, each with a book in the cart. */
    buyerTokens: readonly string[]
  }
}

export interface Size {
  deals: number
  books: number
  buyers: number
}

const PASSWORD = 'an ordinary password'

/** With its limits on, as in production, and with the age check in front of checkout. */
export async function openWorld(size: Size): Promise<{ world: World; server: BenchServer }> {
  const server = await startBenchServer({ PORTICO_RATE_LIMIT: 'on', PORTICO_MARKET_GATE: '18' })
  try {
    return { world: await fill(server, size), server }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function fill({ sql, port, pid }: BenchServer, size: Size): Promise<World> {
  const ordinary = await makeCompany(sql, 'ordinary', 1, 1_000)
  const attacker = await makeCompany(sql, 'attacker', 8, size.deals)
  const personIds = await addPersons(sql, attacker.companyId, 2_000)
  const people = await fillMarket(sql, size)
  const logIn = (email: string) => logInAt(port, email)
  const [ordinaryEmail = '', attackerEmail = '', ...buyers] = people
  const buyerTokens: string[] = []
  for (const email of buyers) buyerTokens.push(await logIn(email))
  const [crmToken = ''] = ordinary.tokens
  const attackerToken = attacker.tokens[0] ?? ''
  return {
    port,
    pid,
    ordinary: {
      crmToken,
      dealId: ordinary.dealIds[0] ?? 0,
      marketToken: await logIn(ordinaryEmail),
      email: ordinaryEmail,
      password: PASSWORD,
      bookId: await bookOf(sql, attackerEmail),
    },
    attacker: {
      crmTokens: attacker.tokens,
      dealIds: attacker.dealIds,
      personIds,
      pipelineId: attacker.pipelineId,
      fileId: await uploadFile(port, attackerToken, 20_000_000),
      marketToken: await logIn(attackerEmail),
      bookId: await bookOf(sql, attackerEmail),
      buyerTokens,
    },
  }
}

async function makeCompany(sql: Client, name: string, tokenCount: number, deals: number) {
  const tokens = Array.from({ length: tokenCount }, () => randomBytes(20).toString('hex'))
  const owner = { name, email: `${name}@example.com`, passwordHash: 'none', apiToken: tokens[0] ?? '' }
  const { companyId, ownerId } = await createCompany(sql, { name, domain: name, owner })
  for (const token of tokens.slice(1))
    await sql`insert into crm.api_token (company_id, user_id, name, digest) values (${companyId}, ${ownerId}, 'more', ${digestOf(token)})`
  await addDeals(sql, companyId, deals)
  const rows = await sql<{ id: number }[]>`
    select id from crm.deal where company_id = ${companyId} order by id limit 1000`
  const [pipeline] = await sql<{ id: number }[]>`select id from crm.pipeline where company_id = ${companyId}`
  return { companyId, tokens, dealIds: rows.map(row => row.id), pipelineId: pipeline?.id ?? 0 }
}

async function addPersons(sql: Client, companyId: number, people: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into crm.person (company_id, name, owner_id, visible_to)
    select ${companyId}, 'Person ' || n, (select min(id) from crm.app_user where company_id = ${companyId}), 7
    from generate_series(1, ${people}) n returning id`
  return rows.map(row => row.id)
}

/** Gives back the addresses of people who can log in: the ordinary one, the attacker, then the buyers. */
async function fillMarket(sql: Client, { books, buyers }: Size): Promise<string[]> {
  await seedShelf(sql, books)
  const people = Array.from({ length: 2 + buyers }, (_, at) => `bench${at + 1}@campus.edu`)
  await sql`update market.account set password_hash = ${await hashPassword(PASSWORD)} where email = any(${people})`
  await sql`
    update market.book set owner_id = (select id from market.account where email = ${people[1] ?? ''})
    where id = (select min(id) from market.book)`
  await sql`
    insert into market.cart_item (account_id, book_id, added_at)
    select buyer.id, book.id, now()
    from (select id, row_number() over (order by id) as at from market.account where email = any(${people.slice(2)})) buyer
    join (select id, row_number() over (order by id) as at from market.book where owner_id not in
      (select id from market.account where email = any(${people}))) book using (at)`
  return people
}

async function bookOf(sql: Client, email: string): Promise<string> {
  const [book] = await sql<{ id: string }[]>`
    select id from market.book where owner_id = (select id from market.account where email = ${email}) limit 1`
  return book?.id ?? ''
}

async function logInAt(port: number, emailAddress: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress, password: PASSWORD }),
  })
  const { data } = (await reply.json()) as { data: { token?: string } }
  if (!data.token) throw new Error(`the log-in of ${emailAddress} was refused with ${reply.status}`)
  return data.token
}

async function uploadFile(port: number, token: string, bytes: number): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([randomBytes(bytes)]), 'large.bin')
  const reply = await fetch(`http://127.0.0.1:${port}/v1/files`, {
    method: 'POST',
    headers: { 'x-api-token': token },
    body: form,
  })
  const { data } = (await reply.json()) as { data?: { id: number } }
  if (!data) throw new Error(`the upload was refused with ${reply.status}`)
  return data.id
}
