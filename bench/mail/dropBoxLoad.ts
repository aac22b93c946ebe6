import type { BenchServer } from '../benchServer.ts'
import { watchAnswers } from './ordinaryCalls.ts'
import { openSender } from './sender.ts'

export interface DropBoxReport {
  messages: number
  seconds: number
  /** Sent more than once, because the server was killed or no answer came. */
  repeated: number
  /** Accepted and not there. */
  lost: string[]
  /** There more than once. */
  twice: string[]
  /** Attachments that are there, of those that were sent. */
  attachments: { sent: number; kept: number }
  slowestAnswerMs: number
  memoryMegabytes: number
}

/** Sends messages over several connections; in the middle of it the server is killed and started again. */
export async function loadDropBox(
  server: BenchServer,
  mailPort: number,
  { messages, connections }: { messages: number; connections: number },
): Promise<DropBoxReport> {
  const dealId = await addDeal(server)
  const run = Date.now()
  const accepted = new Set<string>()
  let next = 0
  let repeated = 0
  let killed: Promise<void> | undefined
  const begun = performance.now()
  const answers = watchAnswers(server)

  async function sendShare(): Promise<void> {
    const sender = openSender(mailPort)
    for (let number = next++; number < messages; number = next++) {
      const messageId = `<${run}.${number}@load.example>`
      const tries = await sender.send(messageOf(number, messageId, dealId, run))
      accepted.add(messageId)
      if (tries > 1) repeated++
      if (accepted.size >= messages / 2) killed ??= server.killAndRestart()
    }
    sender.close()
  }

  await Promise.all(Array.from({ length: connections }, sendShare))
  await killed
  const seconds = (performance.now() - begun) / 1000
  const { slowest } = await answers.stop()
  return {
    messages: accepted.size,
    seconds,
    repeated,
    ...(await compare(server, run, accepted)),
    slowestAnswerMs: slowest,
    memoryMegabytes: await server.memory(),
  }
}

/** Every tenth has an attachment, every second one is for a deal. */
function messageOf(number: number, messageId: string, dealId: number, run: number) {
  return {
    messageId,
    from: `Customer ${number % 50} <customer${number % 50}@load.example>`,
    to: number % 2 === 0 ? `my-company+deal${dealId}@crm.example` : 'my-company@crm.example',
    subject: `Message ${number}`,
    date: new Date(run + number * 1000 - 86_400_000),
    text: `Text of message ${number}.\n`.repeat(20),
    html: `<p>Text of message ${number}.</p>`.repeat(20),
    ...(hasAttachment(number) && {
      attachments: [{ filename: `${number}.bin`, content: Buffer.alloc(20_000, number) }],
    }),
  }
}

const hasAttachment = (number: number) => number % 10 === 0

async function addDeal({ origin, token }: BenchServer): Promise<number> {
  const reply = await fetch(`${origin}/api/v2/deals`, {
    method: 'POST',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Load' }),
  })
  const { data } = (await reply.json()) as { data: { id: number } }
  return data.id
}

async function compare({ sql }: BenchServer, run: number, accepted: ReadonlySet<string>) {
  const rows = await sql<{ mime_id: string; times: number }[]>`
    select mime_id, count(*)::int as times from crm.mail_message where mime_id like ${`<${run}.%`} group by mime_id`
  const times = new Map(rows.map(row => [row.mime_id, row.times]))
  const [files] = await sql<{ kept: number }[]>`
    select count(*)::int as kept from crm.file f
    join crm.mail_message m on m.company_id = f.company_id and m.id = f.mail_message_id
    where m.mime_id like ${`<${run}.%`} and f.file_size = 20000`
  return {
    lost: [...accepted].filter(id => !times.has(id)),
    twice: rows.filter(row => row.times > 1).map(row => row.mime_id),
    attachments: { sent: Math.ceil(accepted.size / 10), kept: files?.kept ?? 0 },
  }
}
