import { fetchGate } from '../adapter/fetch.ts'
import type { Gate, GateConfig } from '../core.ts'
import { gate } from '../core.ts'

export const SECRET = 'a secret that is only good for tests'
export const DOMAIN = 'https://shop.example'

export function aConfig(changes: Partial<GateConfig> = {}): GateConfig {
  return {
    domain: DOMAIN,
    dev: true,
    providers: ['test'],
    disclosures: { minAge: 18 },
    secret: SECRET,
    ...changes,
  }
}

export function aGate(changes: Partial<GateConfig> = {}): Gate {
  return gate(aConfig(changes))
}

export interface Visitor {
  cookies: Map<string, string>
  fetch(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Opens the page as a program would and says which session it got. */
  open(path?: string): Promise<string>
}

/** A browser in small: keeps cookies, sends its origin with a post. */
export function aVisitor(send: (request: Request) => Promise<Response>, origin = DOMAIN): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      if (cookie !== '' && !headers.has('cookie')) headers.set('cookie', cookie)
      const response = await send(new Request(origin + path, { ...init, headers }))
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return response
    },
    post(path, body, headers = {}) {
      return visitor.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    },
    async open(path = '/') {
      const response = await visitor.fetch(path, { headers: { accept: 'application/json' } })
      const body: { session: { id: string } } = await response.json()
      return body.session.id
    },
  }
  return visitor
}

/** An application behind the gate that greets whoever gets through. */
export function protectedBy(door: Gate): (request: Request) => Promise<Response> {
  return fetchGate(door, request => new Response(`hello ${request.headers.get('x-verification-id')}`))
}

/** Walks a visitor through the test provider, up to and with the claim. */
export async function passTest(visitor: Visitor, identifier = 'somebody', base = ''): Promise<Response> {
  const sessionId = await visitor.open()
  const answer = await visitor.post(`${base}/verify/test`, { sessionId, pass: true, identifier })
  const { accessToken }: { accessToken: string } = await answer.json()
  return visitor.post(`${base}/claim`, { sessionId, accessToken })
}
