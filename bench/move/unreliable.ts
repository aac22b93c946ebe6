import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Unreliable {
  origin: string
  /** Calls that were refused, and all of them. */
  counts: { refused: number; calls: number }
  stop(): void
}

/** Stands before a server and refuses every tenth call: cut off, 429 or 502 by turns. */
export async function startUnreliable(behind: string): Promise<Unreliable> {
  const counts = { refused: 0, calls: 0 }
  const server = createServer(async (request, response) => {
    if (++counts.calls % 10 === 0) {
      const way = counts.refused++ % 3
      if (way === 0) response.destroy()
      else if (way === 1) response.writeHead(429, { 'retry-after': '0' }).end('{"success":false,"errorCode":429}')
      else response.writeHead(502).end()
      return
    }
    const headers = { 'x-api-token': String(request.headers['x-api-token']) }
    const answer = await fetch(behind + request.url, { headers })
    const passed = ['content-type', 'retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    const told = passed.flatMap(name => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : []))
    response.writeHead(answer.status, Object.fromEntries(told)).end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, counts, stop: () => void server.close() }
}
