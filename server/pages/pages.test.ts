import { expect, test } from 'vitest'
import { startTestServer } from '../testing/startTestServer.ts'

const { origin, server } = await startTestServer()

test('/healthz says that the process is up', async () => {
  const reply = await fetch(`${origin}/healthz`)

  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ status: 'up' })
})

test('/readyz says that the database answers and is migrated', async () => {
  const reply = await fetch(`${origin}/readyz`)

  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ status: 'ready' })
})

test('/metrics counts requests by operation and status', async () => {
  await fetch(`${origin}/v1/users/me`)

  const text = await (await fetch(`${origin}/metrics`)).text()
  expect(text).toContain('portico_requests_total{api="crm-v1",operation="GET /users/me",status="401"} 1')
  expect(text).toContain('process_resident_memory_bytes')
})

test('every link of the front page leads somewhere', async () => {
  const reply = await fetch(origin)
  const html = await reply.text()
  const links = [...html.matchAll(/href="(\/[^"#]*)/g)].map(found => found[1] ?? '')

  expect(reply.status).toBe(200)
  expect(links).toEqual(expect.arrayContaining(['/docs', '/market', '/gate/demo', '/healthz', '/openapi/crm-v1.json']))
  for (const link of new Set(links)) {
    const { status } = await fetch(origin + link, { headers: { accept: 'text/html' } })
    expect([link, status]).toEqual([link, link === '/gate/demo' ? 511 : 200])
  }
})

test('/ leads people who are signed in to the app, and nobody else; who is not is asked to log in and comes back', async () => {
  const { email = '', password = '' } = server.firstOwner ?? {}
  const form = (fields: Record<string, string>) =>
    fetch(`${origin}/login`, {
      method: 'POST',
      headers: { origin: origin.replace('127.0.0.1', 'localhost') },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const wanted = await fetch(`${origin}/app/leads?sort=value`, { redirect: 'manual' })
  const login = wanted.headers.get('location') ?? ''
  expect(login).toBe('/login?next=%2Fapp%2Fleads%3Fsort%3Dvalue')
  const loggedIn = await form({ email, password, next: new URLSearchParams(login.split('?')[1]).get('next') ?? '' })
  expect(loggedIn.headers.get('location')).toBe('/app/leads?sort=value')
  const cookie = loggedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const asked = (headers: Record<string, string>) => fetch(origin, { headers, redirect: 'manual' })

  const led = await asked({ cookie })

  expect([led.status, led.headers.get('location')]).toEqual([303, '/app'])
  expect((await asked({})).status).toBe(200)
  expect((await asked({ cookie: `${cookie.slice(0, -3)}xyz` })).status).toBe(200)
})

test.each(['/', '/docs'])('%s allows nothing from elsewhere', async path => {
  const reply = await fetch(origin + path)
  const policy = reply.headers.get('content-security-policy') ?? ''
  const html = await reply.text()

  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('the reference offers the document of each API, and what it loads is served by us', async () => {
  const script = await (await fetch(`${origin}/docs/portico.js`)).text()
  const html = await (await fetch(`${origin}/docs`)).text()

  for (const { api } of server.products.flatMap(product => product.apis)) {
    expect(script).toContain(`/openapi/${api.name}.json`)
  }
  for (const [, path] of html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  }
})

test('511 with the page of the gate in front of the demo', async () => {
  const reply = await fetch(`${origin}/gate/demo`, { headers: { accept: 'text/html' } })

  expect(reply.status).toBe(511)
  expect(await reply.text()).toContain('at least 18')
})

test('404 in JSON for what is not there', async () => {
  const reply = await fetch(`${origin}/no/such/page`)

  expect(reply.status).toBe(404)
  expect(await reply.json()).toEqual({ error: 'There is nothing at /no/such/page', status: 404 })
})
