import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Elysia } from 'elysia'
import express, { type RequestHandler } from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { NextRequest } from 'next/server.js'
import { expressGate } from '../adapter/express.ts'
import { fastifyGate } from '../adapter/fastify.ts'
import { fetchGate } from '../adapter/fetch.ts'
import { nextGate, nextRoutes } from '../adapter/next.ts'
import { elysiaGate, honoGate } from '../adapter.ts'
import type { Gate } from '../core.ts'

export interface RunningApp {
  port: number
  /** Requests that reached the application. */
  calls: () => number
  close(): Promise<void>
}

type StartApp = (gate: Gate) => Promise<RunningApp>

/**
 * The same small application in each framework: `GET /film` greets with what it knows of the visitor, `POST /echo`
 * gives the body back.
 */
export const APPS: Readonly<Record<string, StartApp>> = {
  hono: gate => {
    const app = new Hono()
    let calls = 0
    app.use(honoGate(gate))
    app.get('/film', context => {
      calls += 1
      context.header('x-app', 'yes')
      context.header('set-cookie', 'app=1')
      return context.text(greeting(context.req.header('x-verification-id')))
    })
    app.post('/echo', async context => {
      calls += 1
      return context.text(await context.req.text())
    })
    return listenFetch(app.fetch, () => calls)
  },

  elysia: gate => {
    let calls = 0
    const app = new Elysia()
      .use(elysiaGate(gate))
      .get('/film', ({ request, set }) => {
        calls += 1
        set.headers['x-app'] = 'yes'
        set.headers['set-cookie'] = 'app=1'
        return greeting(request.headers.get('x-verification-id'))
      })
      .post('/echo', ({ body }) => {
        calls += 1
        return body
      })
    return listenFetch(
      request => app.handle(request),
      () => calls,
    )
  },

  express: gate => expressApp(gate, false),
  'express behind a body parser': gate => expressApp(gate, true),
  'express behind a parser of bytes': gate => expressApp(gate, true, express.raw({ type: '*/*', limit: '2mb' })),

  fastify: async gate => {
    const app = fastify()
    let calls = 0
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    await app.register(fastifyGate(gate))
    app.get('/film', (request, reply) => {
      calls += 1
      return reply
        .header('x-app', 'yes')
        .header('set-cookie', 'app=1')
        .send(greeting(request.headers['x-verification-id']))
    })
    app.post('/echo', request => {
      calls += 1
      return request.body
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { port, calls: () => calls, close: () => app.close() }
  },

  next: gate => {
    let calls = 0
    const film = nextGate(gate, async (request: NextRequest, context: { params: Promise<object> }) => {
      calls += 1
      await context.params
      // Only a NextRequest has nextUrl: the adapter must hand on what it was given.
      if (request.nextUrl.pathname !== '/film') return new Response('no NextRequest', { status: 500 })
      const headers = { 'x-app': 'yes', 'set-cookie': 'app=1' }
      return new Response(greeting(request.headers.get('x-verification-id')), { headers })
    })
    const echo = nextGate(gate, async (request: NextRequest) => {
      calls += 1
      return new Response(await request.text())
    })
    const rest = nextGate(gate, () => new Response('Not found', { status: 404 }))
    const own = nextRoutes(gate)
    /** What Next's router does with files: `app/film/route.ts`, `app/echo/route.ts`, `app/gate/[...route]/route.ts`. */
    const dispatch = (request: NextRequest): Promise<Response> => {
      const { pathname } = request.nextUrl
      if (pathname.startsWith('/gate/')) return request.method === 'POST' ? own.POST(request) : own.GET(request)
      if (pathname === '/film') return film(request, { params: Promise.resolve({}) })
      return pathname === '/echo' ? echo(request) : rest(request)
    }
    return listenFetch(
      request => dispatch(nextRequestOf(request)),
      () => calls,
    )
  },

  'plain fetch': gate => {
    let calls = 0
    const handler = fetchGate(gate, async request => {
      calls += 1
      const { pathname } = new URL(request.url)
      if (pathname === '/echo') return new Response(await request.text())
      if (pathname !== '/film') return new Response('Not found', { status: 404 })
      const headers = { 'x-app': 'yes', 'set-cookie': 'app=1' }
      return new Response(greeting(request.headers.get('x-verification-id')), { headers })
    })
    return listenFetch(handler, () => calls)
  },
}

/** As Next makes it from what arrived. */
function nextRequestOf({ url, method, headers, body }: Request): NextRequest {
  return new NextRequest(url, { method, headers, ...(body && { body, duplex: 'half' }) })
}

function expressApp(
  gate: Gate,
  parserFirst: boolean,
  parser: RequestHandler[] | RequestHandler = [express.json({ limit: '2mb' }), express.text()],
): Promise<RunningApp> {
  const app = express()
  let calls = 0
  if (parserFirst) app.use(parser)
  app.use(expressGate(gate))
  if (!parserFirst) app.use(express.text())
  app.get('/film', (request, response) => {
    calls += 1
    response
      .setHeader('x-app', 'yes')
      .append('set-cookie', 'app=1')
      .send(greeting(request.headers['x-verification-id']))
  })
  app.post('/echo', (request, response) => {
    calls += 1
    response.send(request.body)
  })
  return listen(app, () => calls)
}

function greeting(id: string | string[] | null | undefined): string {
  return `hello ${id}`
}

function listenFetch(
  handler: (request: Request) => Response | Promise<Response>,
  calls: () => number,
): Promise<RunningApp> {
  return new Promise(resolve => {
    const server = serve({ fetch: handler, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      resolve({ port, calls, close: () => closed(server) })
    })
  })
}

async function listen(handler: RequestListener, calls: () => number): Promise<RunningApp> {
  const server = createServer(handler)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, calls, close: () => closed(server) }
}

function closed(server: { close(done: () => void): unknown; closeAllConnections?(): void }): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections?.()
  })
}
