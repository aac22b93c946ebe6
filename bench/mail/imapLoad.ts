import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from '../benchServer.ts'
import type { Dovecot } from './dovecot.ts'

export interface ImapReport {
  messages: number
  seconds: number
  lost: number
  twice: number
  /** How often the server was killed while it read. */
  kills: number
}

interface Account {
  id: number
  state: string
  last_error: string | null
}

/**
 * Half of the messages are there when the account is added, the others come while it is read; the server is killed once
 * in between.
 */
export async function loadImap(server: BenchServer, dovecot: Dovecot, messages: number): Promise<ImapReport> {
  const run = Date.now()
  const half = Math.floor(messages / 2)
  for (let number = 0; number < half; number++) await deliver(dovecot, run, number)
  const begun = performance.now()
  const account = await call<Account>(server, 'POST', '/app/api/mailAccounts', {
    email: 'load@mail.example',
    host: '127.0.0.1',
    port: dovecot.port,
    security: 'none',
    username: dovecot.username,
    password: dovecot.password,
  })
  let kills = 0
  let delivered = half
  for (const giveUp = Date.now() + 600_000; Date.now() < giveUp; ) {
    for (let some = 0; some < 25 && delivered < messages; some++) await deliver(dovecot, run, delivered++)
    if (kills === 0 && (await countOf(server, run)).kept >= half / 2) {
      kills++
      await server.killAndRestart()
      // Otherwise others take over the account of a killed process when its time is over.
      await server.sql`update crm.mail_account set reading_until = now() where id = ${account.id} and reading_until > now()`
    }
    await call(server, 'POST', `/app/api/mailAccounts/${account.id}/read`)
    const { kept } = await countOf(server, run)
    const [state] = await call<Account[]>(server, 'GET', '/app/api/mailAccounts')
    if (state?.state === 'failed') throw new Error(`the account cannot be read: ${state.last_error}`)
    if (kept >= messages && state?.state === 'read') break
    await sleep(500)
  }
  const { kept, distinct } = await countOf(server, run)
  const seconds = (performance.now() - begun) / 1000
  return { messages, seconds, lost: messages - distinct, twice: kept - distinct, kills }
}

/** Every fifth is one that the owner of the mailbox has sent. */
function deliver(dovecot: Dovecot, run: number, number: number): Promise<void> {
  const lines = [
    `Message-ID: <${run}.${number}@imap.example>`,
    `From: customer${number % 50}@load.example`,
    'To: load@mail.example',
    `Subject: Message ${number}`,
    `Date: ${new Date(run + number * 1000 - 3_600_000).toUTCString()}`,
    '',
    `Text of message ${number}`,
  ]
  return dovecot.deliver(`${lines.join('\r\n')}\r\n`, number % 5 === 0 ? 'Sent' : 'INBOX')
}

async function countOf({ sql }: BenchServer, run: number): Promise<{ kept: number; distinct: number }> {
  const [row] = await sql<{ kept: number; distinct: number }[]>`
    select count(*)::int as kept, count(distinct mime_id)::int as distinct from crm.mail_message
    where source = 'imap' and mime_id like ${`<${run}.%`}`
  return row ?? { kept: 0, distinct: 0 }
}

async function call<T>({ origin, token }: BenchServer, method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(origin + path, {
    method,
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await reply.json()) as { data: T; error?: string }
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${answer.error}`)
  return answer.data
}
