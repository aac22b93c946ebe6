import { describe, expect, it } from 'vitest'
import { withHeaders } from './adapter/decide.ts'
import type { GateConfig } from './core.ts'
import { aGate, aVisitor, passTest } from './testing/visitor.ts'

/** A site where one browser is signed in to the account that `site.account` names, or to none. */
function aSite(changes: Partial<GateConfig> = {}) {
  const door = aGate(changes)
  const site = { account: undefined as string | undefined }
  const visitor = aVisitor(async request => {
    const binding = { boundTo: site.account }
    const own = await door.handle(request, binding)
    if (own) return own
    const result = await door.verified(request, binding)
    if (result.type === 'pending') return door.challenge(result, request)
    return withHeaders(new Response(result.verificationId), result.headers)
  })
  return { site, visitor }
}

describe('a claim bound to an account', () => {
  it('511 for the next account in the same browser, and for nobody signed in; still 200 for the first', async () => {
    const { site, visitor } = aSite()
    const statusFor = async (account: string | undefined) => {
      site.account = account
      return (await visitor.fetch('/')).status
    }
    site.account = 'anna'
    expect((await passTest(visitor)).status).toBe(204)

    expect(await statusFor('bert')).toBe(511)
    expect(await statusFor(undefined)).toBe(511)
    expect(await statusFor('')).toBe(511)
    expect(await statusFor('anna')).toBe(200)
  })

  it('of two accounts stand side by side', async () => {
    const { site, visitor } = aSite()
    for (const account of ['anna', 'bert']) {
      site.account = account
      expect((await passTest(visitor)).status).toBe(204)
    }

    const statuses: number[] = []
    for (const account of ['anna', 'bert', 'carl']) {
      site.account = account
      statuses.push((await visitor.fetch('/')).status)
    }

    expect(statuses).toEqual([200, 200, 511])
  })

  it('511 for every account when it was shown by nobody in particular', async () => {
    const { site, visitor } = aSite()
    await passTest(visitor)
    expect((await visitor.fetch('/')).status).toBe(200)

    site.account = 'anna'

    expect((await visitor.fetch('/')).status).toBe(511)
  })
})

describe('a session bound to an account', () => {
  it('403 to events, proof and claim for the next account in the same browser, whose own session is another', async () => {
    const { site, visitor } = aSite()
    site.account = 'anna'
    const sessionId = await visitor.open()
    const { accessToken } = await (await visitor.post('/verify/test', { sessionId, pass: true })).json()

    site.account = 'bert'
    const statuses = [
      (await visitor.fetch(`/sse?session=${sessionId}`)).status,
      (await visitor.post('/verify/test', { sessionId, pass: true })).status,
      (await visitor.post('/claim', { sessionId, accessToken })).status,
    ]

    expect(statuses).toEqual([403, 403, 403])
    expect(await visitor.open()).not.toBe(sessionId)
  })
})
