import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { fetchGate } from '../adapter/fetch.ts'
import { type GateConfig, gate } from '../core.ts'

export interface Site {
  origin: string
  port: number
  /** Stops answering, as a process that is being replaced. */
  stop(): Promise<void>
  /** Comes back at the same address, as a new process with the same configuration. */
  restart(): Promise<void>
}

/** Pages before the gate, by path. */
export type OpenPages = Readonly<Record<string, () => Response>>

/** A small site on loopback with one film behind the gate and an open front page. */
export async function aSite(config: (origin: string) => GateConfig, open: OpenPages = {}): Promise<Site> {
  let server: Server | undefined
  let port = 0

  async function start() {
    let behind: ((request: Request) => Promise<Response>) | undefined
    server = createServer(
      getRequestListener(request => {
        const { pathname } = new URL(request.url)
        const page = Object.hasOwn(open, pathname) ? open[pathname] : undefined
        if (page) return page()
        if (pathname === '/front') return html('<h1>Front</h1><a href="/film">To the film</a>')
        return behind?.(request) ?? html('not yet')
      }),
    )
    await new Promise<void>(resolve => server?.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    behind = fetchGate(gate(config(`http://localhost:${port}`)), async request =>
      request.method === 'POST'
        ? Response.json({ received: await request.text() })
        : html(`<h1>The film</h1><p>${new URL(request.url).pathname}</p>`),
    )
  }

  function stop() {
    return new Promise<void>(resolve => {
      server?.close(() => resolve())
      server?.closeAllConnections()
    })
  }

  await start()
  return { origin: `http://localhost:${port}`, port, stop, restart: start }
}

function html(body: string): Response {
  const page = `<!doctype html><html lang="en"><title>Site</title><body>${body}`
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
