import type { TestCrm } from './startTestCrm.ts'

/** A browser without scripts: sends forms as pages of ours do, keeps cookies, follows nothing by itself. */
export interface Visitor {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Visited>
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Visited>
  /** A call of an API with the cookies, as a page of ours makes it. */
  call(method: string, path: string, body?: unknown): Promise<Visited>
}

export interface Visited {
  status: number
  location: string | null
  headers: Headers
  text: string
  /** Of an API. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  data: any
}

export function openVisitor(crm: Pick<TestCrm, 'origin'>): Visitor {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit): Promise<Visited> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'user-agent': 'Testfox', ...(cookie && { cookie }), ...(init.headers as object) }
    const response = await fetch(crm.origin + path, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) keep(set)
    const text = await response.text()
    const data = response.headers.get('content-type')?.includes('json') ? JSON.parse(text).data : undefined
    return {
      status: response.status,
      location: response.headers.get('location'),
      headers: response.headers,
      text,
      data,
    }
  }

  function keep(set: string) {
    const [pair = ''] = set.split(';')
    const at = pair.indexOf('=')
    if (/Max-Age=0(;|$)/.test(set)) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }

  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields = {}, headers = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: crm.origin, ...headers } }),
    call: (method, path, body) =>
      send(path, {
        method,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
