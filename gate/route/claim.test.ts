import { describe, expect, it } from 'vitest'
import { aGate, aVisitor, passTest, protectedBy } from '../testing/visitor.ts'

describe('POST /claim', () => {
  it('409 while the session is pending, 404 when it is unknown, 204 once, then 404', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()

    expect((await visitor.post('/claim', { sessionId, accessToken: 'x' })).status).toBe(409)
    const posted = await visitor.post('/verify/test', { sessionId, pass: true })
    const { accessToken } = await posted.json()
    expect((await visitor.post('/claim', { sessionId, accessToken: `${accessToken}x` })).status).toBe(403)
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(204)
    expect((await visitor.post('/claim', { sessionId, accessToken })).status).toBe(404)
  })

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a list', []],
    ['no token', { sessionId: 'x' }],
    ['numbers', { sessionId: 1, accessToken: 2 }],
  ])('400 for %s', async (_, body) => {
    expect((await aVisitor(protectedBy(aGate())).post('/claim', body)).status).toBe(400)
  })

  it('keeps the claims of other gates of the site beside its own, each for its own rules', async () => {
    const [shop, bar] = [aGate(), aGate({ disclosures: { minAge: 21 } })]
    const inShop = aVisitor(protectedBy(shop))
    await passTest(inShop)
    const inBar = aVisitor(protectedBy(bar))
    inBar.cookies.set('gate', inShop.cookies.get('gate') ?? '')

    await passTest(inBar)
    inShop.cookies.set('gate', inBar.cookies.get('gate') ?? '')

    expect([(await inBar.fetch('/')).status, (await inShop.fetch('/')).status]).toEqual([200, 200])
    expect(inBar.cookies.get('gate')?.split('~')).toHaveLength(2)
  })

  it('replaces an older claim for the same rules, and never keeps more than four', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    await passTest(visitor)
    const first = visitor.cookies.get('gate') ?? ''
    visitor.cookies.clear()
    visitor.cookies.set('gate', `${first.slice(0, -3)}xxx`)
    await passTest(visitor)
    expect(visitor.cookies.get('gate')?.split('~')).toHaveLength(1)

    for (const minAge of [19, 20, 21, 22, 23]) {
      const other = aVisitor(protectedBy(aGate({ disclosures: { minAge } })))
      other.cookies.set('gate', visitor.cookies.get('gate') ?? '')
      await passTest(other)
      visitor.cookies.set('gate', other.cookies.get('gate') ?? '')
    }
    expect(visitor.cookies.get('gate')?.split('~')).toHaveLength(4)
  })

  it('lets one of two tabs through that claim at the same moment', async () => {
    const visitor = aVisitor(protectedBy(aGate()))
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    const both = await Promise.all([1, 2].map(() => visitor.post('/claim', { sessionId, accessToken })))

    expect(both.map(response => response.status).sort()).toEqual([204, 404])
  })
})
