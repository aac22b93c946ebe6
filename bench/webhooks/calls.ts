import { sendRequest } from '@portico/kit/testing/sendRequest'
import type { BenchServer } from '../benchServer.ts'
import type { BenchReceiver } from './benchReceiver.ts'

/** Calls the server as its owner; while the server is down it is asked again. */
export async function call<T>({ origin, token }: BenchServer, method: string, path: string, body?: object): Promise<T> {
  const headers = { 'x-api-token': token, 'content-type': 'application/json' }
  for (let attempt = 0; attempt < 600; attempt++) {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const reply = await sendRequest(origin + path, sent).catch(() => undefined)
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
