import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { afterAll, expect } from 'vitest'
import { made } from './builders.ts'
import type { TestUser } from './startTestCrm.ts'

export interface Received {
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

/** A receiver of webhooks on loopback, which keeps what it got. */
export interface Receiver {
  url: string
  received: Received[]
  /** How it answers from now on: a status, or whatever it does with a request. */
  answer: number | ((received: Received, response: ServerResponse) => void)
  /** What it got since the last time somebody asked. */
  taken(): Received[]
  /** The titles of the deals in it. */
  titles(): string[]
  /** The one that it got since then. */
  only(): Received
}

/** To be called at the top of a test file: it ends with the file. */
export async function aReceiver(): Promise<Receiver> {
  const taken = () => receiver.received.splice(0)
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: 200,
    taken,
    titles: () => taken().map(({ body }) => body.data?.title ?? 'gone'),
    only() {
      const [one, ...more] = taken()
      if (!one || more.length > 0) throw new Error(`got ${one ? more.length + 1 : 0} requests`)
      return one
    },
  }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const received = { headers: request.headers, text, body: JSON.parse(text) }
      receiver.received.push(received)
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('thanks')
      else receiver.answer(received, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
  return receiver
}

/** A webhook of everything that goes to a receiver, unless the values say otherwise. */
export async function aWebhook(user: TestUser, { url }: Pick<Receiver, 'url'>, values: object = {}) {
  return made(user, '/v1/webhooks', {
    subscription_url: url,
    event_action: '*',
    event_object: '*',
    name: 'Test',
    ...values,
  })
}

/** A webhook on deals that goes to the first receiver; both answer with 200 again, and have got nothing. */
export async function aWebhookOnDeals(
  user: TestUser,
  [receiver, other]: readonly [Receiver, Receiver],
  values: object = {},
) {
  for (const one of [receiver, other]) {
    one.answer = 200
    one.taken()
  }
  const hook = await aWebhook(user, receiver, { event_object: 'deal', ...values })
  return { user, hook, receiver, other }
}

/** What the server says about the deliveries of a webhook. */
export async function deliveriesOf(user: TestUser, id: number, query = '') {
  return (await user.call('GET', `/v2/webhooks/${id}/deliveries${query}`)).body.data
}

/** Fails unless one of the signatures is that of the secret, by the scheme of Standard Webhooks. */
export function expectSigned({ headers, text }: Received, secret: string) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  expect(String(headers['webhook-signature']).split(' ')).toContain(signature)
}
