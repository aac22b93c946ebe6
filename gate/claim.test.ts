import { describe, expect, test, vi } from 'vitest'
import { type AccessToken, type Claim, holds, openAccessToken, openClaim, sealAccessToken, sealClaim } from './claim.ts'
import { signingWith } from './signing.ts'

const secret = 'a secret of at least thirty-two characters'
const signing = signingWith(secret)
const claim: Claim = {
  audience: 'https://shop.test',
  policy: 'p',
  provider: 'self',
  verificationId: 'v',
  issuedAt: 1_000,
  expiresAt: 2_000,
}
const token: AccessToken = { ...claim, sessionId: 's' }

describe('a claim', () => {
  test('says what it was sealed with', async () => {
    expect(await openClaim(signing, await sealClaim(signing, claim))).toEqual(claim)
    expect(await openAccessToken(signing, await sealAccessToken(signing, token))).toEqual(token)
  })

  test('is no token, and a token is no claim', async () => {
    expect(await openAccessToken(signing, await sealClaim(signing, claim))).toBeUndefined()
    expect(await openClaim(signing, await sealAccessToken(signing, token))).toBeUndefined()
  })

  test('of another key or changed by a letter is none', async () => {
    const sealed = await sealClaim(signing, claim)
    expect(await openClaim(signingWith('another secret of thirty-two characters'), sealed)).toBeUndefined()
    for (const at of [0, 5, sealed.indexOf('.') + 1, sealed.length - 1]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'E' : 'A') + sealed.slice(at + 1)
      expect(await openClaim(signing, changed)).toBeUndefined()
    }
    expect(await openClaim(signing, '')).toBeUndefined()
    expect(await openClaim(signing, `.${sealed.split('.')[1]}`)).toBeUndefined()
  })

  test.each([
    [{}],
    [[2, 'a', 'p', 'self', 'v', 1, 2]],
    [[1, 5, 'p', 'self', 'v', 1, 2]],
    [[1, 'a', 5, 'self', 'v', 1, 2]],
    [[1, 'a', 'p', 5, 'v', 1, 2]],
    [[1, 'a', 'p', 'self', 5, 1, 2]],
    [[1, 'a', 'p', 'self', 'v', '1', 2]],
    [[1, 'a', 'p', 'self', 'v', 1, 2.5]],
    [[1, 'a', 'p', 'self', 'v', 1]],
  ])('of another layout is none: %j', async fields => {
    expect(await openClaim(signing, await signing.sign('claim', JSON.stringify(fields)))).toBeUndefined()
    expect(await openAccessToken(signing, await signing.sign('token', JSON.stringify(fields)))).toBeUndefined()
  })

  test('without a session is no token', async () => {
    const signed = await signing.sign('token', JSON.stringify([1, 'a', 'p', 'self', 'v', 1, 2, 7]))
    expect(await openAccessToken(signing, signed)).toBeUndefined()
  })

  test('of an older key opens as long as that is accepted', async () => {
    const older = 'an older secret of thirty-two characters'
    const sealed = await sealClaim(signingWith(older), claim)
    expect(await openClaim(signingWith([secret, older]), sealed)).toEqual(claim)
    expect(await openClaim(signingWith(older), await sealClaim(signingWith([secret, older]), claim))).toBeUndefined()
  })
})

describe('a claim holds', () => {
  const at = (change: Partial<Claim>, now = 1_500) =>
    holds({ ...claim, ...change }, 'https://shop.test', 'p', ['self', 'zk'], now)

  test('at its site, for its policy, by a provider there is, in its time', () => {
    expect(at({})).toBe(true)
    expect(at({ provider: 'zk' })).toBe(true)
    expect(at({}, 1_999)).toBe(true)
    expect(at({}, 940)).toBe(true)
  })

  test('nowhere else', () => {
    expect(at({ audience: 'https://bar.test' })).toBe(false)
    expect(at({ policy: 'q' })).toBe(false)
    expect(at({ provider: 'test' })).toBe(false)
    expect(at({}, 2_000)).toBe(false)
    expect(at({}, 939)).toBe(false)
  })
})

test.each([[''], ['short'], [[]], [['short']], [[secret, 'short']], [5], [[5]]])('%j is no secret', given => {
  expect(() => signingWith(given as never)).toThrow(/^gate: .*secret/)
})

test('a signature has one spelling: the bits its last letter leaves over are zero', async () => {
  const sealed = await sealClaim(signing, claim)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(sealed.at(-1) ?? '')

  expect(last % 4).toBe(0)
  for (const more of [1, 2, 3])
    expect(await openClaim(signing, sealed.slice(0, -1) + letters[last + more])).toBeUndefined()
})

test('a secret of 32 characters is long enough; one that is no text is none', async () => {
  expect(await openClaim(signingWith('x'.repeat(32)), await sealClaim(signingWith('x'.repeat(32)), claim))).toEqual(
    claim,
  )
  expect(() => signingWith('x'.repeat(31))).toThrow(/secret/)
  expect(() => signingWith([secret, 5] as never)).toThrow(/secret/)
})

test('without a secret the gates of one process share one, and say so once', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.resetModules()
  const fresh = await import('./signing.ts')
  const [one, other] = [fresh.signingWith(undefined), fresh.signingWith(undefined)]

  expect(await openClaim(other, await sealClaim(one, claim))).toEqual(claim)
  expect(said.mock.calls).toEqual([[expect.stringContaining('no secret given')]])
  said.mockRestore()
})
