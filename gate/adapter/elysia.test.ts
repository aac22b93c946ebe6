import { describe, expect, it } from 'vitest'
import type { Gate } from '../core.ts'
import { aGate, aVisitor, passTest } from '../testing/visitor.ts'
import { elysiaGate } from './elysia.ts'

/** `ELYSIA=/folder/node_modules/elysia/dist/index.mjs npx vitest run gate/adapter/elysia.test.ts` tries another version. */
const { Elysia, t }: typeof import('elysia') = await import(process.env.ELYSIA ?? 'elysia')

type Films = InstanceType<typeof Elysia>

const reached: string[] = []

/** One cast: each route widens the type of an instance, and only the instance is of interest here. */
function withFilms(app: unknown): Films {
  return (app as Films)
    .get('/one', ({ request, headers }) => {
      reached.push('one')
      return [request.headers.get('x-verification-id'), headers['x-verification-id']].map(id => id?.length).join(' ')
    })
    .post('/echo', ({ body }) => body)
    .post('/stream', async ({ request }) => `read ${await request.text()}`)
    .post('/rated', ({ body }) => `rated ${body.stars}`, { body: t.Object({ stars: t.Number() }) })
    .get('/broken', () => {
      throw new Error('no projector')
    }) as unknown as Films
}

/** An application with open routes before and after the films. */
function around(add: (app: Films) => unknown): Films {
  const app = new Elysia()
    .get('/open', ({ request }) => `open ${request.headers.get('x-verification-id')}`)
    .post('/open', ({ body }) => body) as unknown as Films
  return (add(app) as Films).get('/after', () => 'after') as unknown as Films
}

/** The ways to say "these routes and no others". */
const GROUPS: Readonly<Record<string, (door: Gate) => Films>> = {
  group: door => around(app => app.group('/films', films => withFilms(films.use(elysiaGate(door))))),
  'group with a schema': door =>
    around(app => app.group('/films', { query: t.Object({}) }, films => withFilms(films.use(elysiaGate(door))))),
  'group in a group': door =>
    around(app =>
      app.group('/films', films =>
        films.get('/teaser', () => 'teaser').group('', inner => withFilms(inner.use(elysiaGate(door)))),
      ),
    ),
  'prefixed plugin': door => around(app => app.use(withFilms(new Elysia({ prefix: '/films' }).use(elysiaGate(door))))),
  'plugin in a group': door =>
    around(app => app.group('/films', films => films.use(withFilms(new Elysia().use(elysiaGate(door)))))),
  guard: door =>
    around(app => app.guard({}, inner => inner.use(elysiaGate(door)).group('/films', films => withFilms(films)))),
}

describe.each(Object.entries(GROUPS))('elysiaGate in a %s', (_, build) => {
  const start = () => {
    const app = build(aGate({ basePath: '/gate' }))
    const visitor = aVisitor(async request => app.handle(request))
    return { ...visitor, open: () => visitor.open('/films/one') }
  }

  it('leaves the other routes open, without an id that the client made up, and their bodies alone', async () => {
    const visitor = start()
    const headers = { 'x-verification-id': 'made-up' }

    expect(await (await visitor.fetch('/open', { headers })).text()).toBe('open null')
    expect(await (await visitor.fetch('/after')).text()).toBe('after')
    expect(await (await visitor.post('/open', { a: 1 })).json()).toEqual({ a: 1 })
    expect((await visitor.fetch('/nowhere')).status).toBe(404)
  })

  it('511 for its own routes, whatever is sent there and whatever would happen', async () => {
    const visitor = start()
    reached.length = 0
    const page = await visitor.fetch('/films/one', { headers: { accept: 'text/html' } })

    expect([page.status, page.headers.get('content-type')]).toEqual([511, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<h1>Confirm your age</h1>')
    const all = await Promise.all([
      visitor.fetch('/films/broken'),
      visitor.post('/films/echo', { a: 1 }),
      visitor.post('/films/stream', { a: 1 }),
      visitor.post('/films/rated', { stars: 5 }),
      visitor.post('/films/rated', { stars: 'five' }),
      visitor.post('/films/rated', '{'),
    ])
    expect(all.map(({ status }) => status)).toEqual([511, 511, 511, 511, 511, 511])
    for (const response of all) expect(await response.text()).not.toMatch(/stars|projector/)
    expect(reached).toEqual([])
  })

  it("lets the verified through, and answers the library's routes outside of the group", async () => {
    const visitor = start()

    expect((await passTest(visitor, 'somebody', '/gate')).status).toBe(204)
    expect((await visitor.fetch('/gate/nothing')).status).toBe(404)

    const response = await visitor.fetch('/films/one', { headers: { 'x-verification-id': 'made-up' } })
    expect([response.status, await response.text()]).toEqual([200, '64 64'])
    expect(response.headers.get('x-verification-id')).toMatch(/^[0-9a-f]{64}$/)
    expect(await (await visitor.post('/films/echo', { a: 1 })).json()).toEqual({ a: 1 })
    expect(await (await visitor.post('/films/stream', { a: 1 })).text()).toBe('read {"a":1}')
    expect(await (await visitor.post('/films/rated', { stars: 5 })).text()).toBe('rated 5')
    expect((await visitor.post('/films/rated', {})).status).toBeGreaterThanOrEqual(400)
    expect((await visitor.fetch('/films/broken')).status).toBe(500)
  })
})

describe('elysiaGate on a whole application', () => {
  it('511 for paths without a route too', async () => {
    const app = withFilms(new Elysia().use(elysiaGate(aGate())))

    const statuses = ['/one', '/nowhere'].map(
      async path => (await app.handle(new Request(`https://shop.example${path}`))).status,
    )

    expect(await Promise.all(statuses)).toEqual([511, 511])
  })
})

describe('two gates in one application', () => {
  it('guard their own groups, each with its own rules', async () => {
    const [adult, drinking] = [
      aGate({ basePath: '/gate' }),
      aGate({ basePath: '/bar-gate', disclosures: { minAge: 21 } }),
    ]
    const app = new Elysia()
      .group('/films', films => withFilms(films.use(elysiaGate(adult))))
      .group('/bar', bar => bar.use(elysiaGate(drinking)).get('/menu', () => 'menu'))
    const visitor = aVisitor(async request => app.handle(request))

    await passTest({ ...visitor, open: () => visitor.open('/films/one') }, 'somebody', '/gate')
    expect([(await visitor.fetch('/films/one')).status, (await visitor.fetch('/bar/menu')).status]).toEqual([200, 511])

    await passTest({ ...visitor, open: () => visitor.open('/bar/menu') }, 'somebody', '/bar-gate')
    expect([(await visitor.fetch('/films/one')).status, (await visitor.fetch('/bar/menu')).status]).toEqual([200, 200])
  })
})
