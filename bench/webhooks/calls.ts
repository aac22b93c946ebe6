import { Agent, request } from 'node:http'
import type { BenchServer } from '../benchServer.ts'
import type { BenchReceiver } from './benchReceiver.ts'

/** Calls the server as its owner; while the server is down it is asked again. */
export async function call<T>(
  { origin, token }: Pick<BenchServer, 'origin' | 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { 'x-api-token': token, 'content-type': 'application/json' }
  for (let attempt = 0; attempt < 600; attempt++) {
    const reply = await send(origin + path, method, headers, body ? JSON.stringify(body) : '').catch(() => undefined)
    if (reply && reply.status < 300) return (JSON.parse(reply.text) as { data: T }).data
    if (reply && reply.status < 500) throw new Error(`${method} ${path}: ${reply.text}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${method} ${path}: the server does not answer`)
}

/** Runs `work` for every number, a few at a time. */
export async function atOnce(numbers: number, connections: number, work: (number: number) => Promise<void>) {
  let next = 0
  const share = async () => {
    for (let number = next++; number < numbers; number = next++) await work(number)
  }
  await Promise.all(Array.from({ length: connections }, share))
}

/** A webhook of all changes of deals that goes to a receiver, which knows its secret. */
export async function hookTo(server: BenchServer, receiver: BenchReceiver): Promise<number> {
  const { id } = await call<{ id: number }>(server, 'POST', '/v1/webhooks', {
    subscription_url: receiver.url,
    event_action: '*',
    event_object: 'deal',
    name: 'Load',
  })
  receiver.secret = (await call<{ secret: string }>(server, 'POST', `/api/v2/webhooks/${id}/secret`, {})).secret
  return id
}

const agent = new Agent({ keepAlive: true, timeout: 2000 })

/** With a fraction of the processor time that `fetch` would take from the server. */
function send(url: string, method: string, headers: Record<string, string>, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, response => {
      const pieces: Buffer[] = []
      response.on('data', piece => pieces.push(piece)).on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }))
    })
    sent.on('error', reject).end(body)
  })
}
