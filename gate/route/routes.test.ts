import { describe, expect, it, vi } from 'vitest'
import { sessionCookieName } from '../cookies.ts'
import { REAL_SEAMS } from '../gateState.ts'
import { aGate, aVisitor, DOMAIN } from '../testing/visitor.ts'

describe('the routes', () => {
  it.each([
    '/',
    '/nothing',
    '/claim/',
    '/CLAIM',
    '/verify',
    '/verify/',
    '/verify/self',
    '/verify/zk',
    '/sse/x',
    '//claim',
  ])('404 for %s', async path => {
    expect((await aGate().verify(new Request(DOMAIN + path, { method: 'POST' }))).status).toBe(404)
  })

  it.each([
    ['POST', '/sse'],
    ['GET', '/claim'],
    ['GET', '/verify/test'],
  ])('405 for %s %s', async (method, path) => {
    expect((await aGate().verify(new Request(DOMAIN + path, { method }))).status).toBe(405)
  })

  it('match bare paths; the base path is for the router to strip', async () => {
    const door = aGate({ basePath: '/gate' })

    expect((await door.verify(new Request(`${DOMAIN}/gate/claim`, { method: 'POST' }))).status).toBe(404)
    expect((await door.verify(new Request(`${DOMAIN}/claim`, { method: 'POST' }))).status).toBe(403)
    expect((await door.handle(new Request(`${DOMAIN}/gate/claim`, { method: 'POST' })))?.status).toBe(403)
    expect((await door.handle(new Request(`${DOMAIN}/gate/other`)))?.status).toBe(404)
    expect(await door.handle(new Request(`${DOMAIN}/gatekeeper`))).toBeUndefined()
  })

  it('503, not a crash, when the store is down', async () => {
    const down = () => Promise.reject(new Error('store is down'))
    const door = aGate({ sessionAdapter: { has: down, get: down, set: down, consume: down } })
    const visitor = aVisitor(request => door.verify(request))
    visitor.cookies.set(sessionCookieName(door.config), 'x')

    const response = await visitor.post('/claim', { sessionId: REAL_SEAMS.sessionIdOf('x'), accessToken: 'y' })

    expect(response.status).toBe(503)
  })
})

describe("a provider's script", () => {
  const script = async (encodings: string) => {
    const provider = {
      name: 'desk',
      maxBody: 1_000,
      postedBy: 'page',
      request: () => ({}),
      sessionOf: () => undefined,
      check: () => Promise.reject(new Error('not asked')),
      script: async () => 'window.desk = 1',
    } as const
    const headers = { 'accept-encoding': encodings }
    return aGate({ providers: [provider] }).verify(new Request(`${DOMAIN}/verify/desk`, { headers }))
  }

  it.each([
    ['gzip, br', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['br', null],
    ['gzip;q=0, br', null],
    ['gzip; q=0.0', null],
  ])('for Accept-Encoding: %s is encoded as %s', async (accepted, encoding) => {
    const response = await script(accepted)

    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
  })

  it('is sent as it is where the runtime cannot compress', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const response = await script('gzip')
    vi.unstubAllGlobals()

    expect([response.status, await response.text()]).toEqual([200, 'window.desk = 1'])
  })
})
