import { describe, expect, it } from 'vitest'
import { desk } from './testing/desk.ts'
import { aGate, aVisitor, DOMAIN, protectedBy } from './testing/visitor.ts'

describe('a large body', () => {
  it.each([
    ['/claim', 8 * 1024],
    ['/verify/test', 4 * 1024],
    ['/verify/self', 64 * 1024],
    ['/verify/zk', 1024 * 1024],
  ])('413 at %s above %i bytes, announced or not', async (path, limit) => {
    const door = aGate({ providers: ['self', 'zk', 'test'] })
    const headers = { origin: DOMAIN, 'content-type': 'application/json' }
    const body = `"${'x'.repeat(limit)}"`
    const announced = new Request(DOMAIN + path, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      body,
    })

    expect((await door.verify(announced)).status).toBe(413)
    expect((await door.verify(new Request(DOMAIN + path, { method: 'POST', headers, body }))).status).toBe(413)
  })

  it('413 for a body that never ends, as soon as the limit is passed', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1024
        controller.enqueue(new Uint8Array(1024).fill(32))
      },
    })
    const init = { method: 'POST', body, duplex: 'half' }

    const response = await aGate({ providers: ['self'] }).verify(new Request(`${DOMAIN}/verify/self`, init))

    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(80 * 1024)
  })
})

describe('a path beside the base path', () => {
  const door = aGate({ basePath: '/gate' })
  const send = protectedBy(door)

  it.each([
    '/gatekeeper',
    '/gate%2fclaim',
    '/%67ate/claim',
    '/GATE/claim',
    '//gate/claim',
    '/gate;x/claim',
    '/public/../gated',
    '/gate/../secret',
    '/gate/..%2fsecret',
    '/gate/claim/../../secret',
    '/secret?x=/gate/claim',
  ])('%s does not reach the application unverified', async path => {
    const response = await send(new Request(DOMAIN + path))

    expect([404, 511]).toContain(response.status)
    expect(await response.text()).not.toContain('hello')
  })

  it("everything under the base path is the library's or nothing", async () => {
    for (const path of ['/gate', '/gate/', '/gate/x', '/gate/claim/', '/gate//claim']) {
      expect((await send(new Request(DOMAIN + path, { method: 'POST' }))).status).toBe(404)
    }
  })
})

describe('a method that is a word of the language', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('405 for %s', async method => {
    const response = await aGate().verify(new Request(`${DOMAIN}/claim`, { method }))

    expect(response).toBeInstanceOf(Response)
    expect(response.status).toBe(405)
  })
})

describe('a body made for the code that reads it', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`

  it.each([
    ['a key __proto__', '{"sessionId": "ID", "pass": true, "__proto__": {"pass": true}}'],
    ['a key __proto__ in disguise', '{"sessionId": "ID", "pass": true, "a": [{"\\u005f_proto__": 1}]}'],
    ['nesting without end', `{"sessionId": "ID", "pass": true, "a": ${deep.slice(0, 3_000)}${deep.slice(-3_000)}}`],
  ])('400 for %s, and the session waits on', async (_, body) => {
    const visitor = aVisitor(
      protectedBy(aGate({ providers: ['test', { ...desk, name: 'desk', maxBody: 20_000, postedBy: 'page' }] })),
    )
    const sessionId = await visitor.open()

    expect((await visitor.post('/verify/desk', body.replace('ID', sessionId))).status).toBe(400)
    expect((await visitor.post('/verify/test', { sessionId, pass: true })).status).toBe(200)
    expect({}).not.toHaveProperty('pass')
  })
})
