import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { logIn, signUp } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { openTokens, TOKEN_SECONDS } from './tokens.ts'

const market = await startTestMarket()

describe('login and tokens', () => {
  test('the token carries userInfo and lasts 30 days', async () => {
    await signUp(market, 'token@campus.edu')

    const { data } = await logIn(market, 'TOKEN@campus.edu')

    const claims = decodeJwt(data.token)
    expect(claims).toMatchObject({ userInfo: { _id: expect.stringMatching(/^[0-9a-f]{24}$/), permissionType: 0 } })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(TOKEN_SECONDS)
  })

  test('401 after 30 days', async () => {
    const member = await market.member()
    const before = market.clock.now
    market.clock.now = new Date(before.getTime() + TOKEN_SECONDS * 1000 + 1000)

    const reply = await market.call('GET', '/user/getUserData', { token: member.token })
    market.clock.now = before

    expect(reply.status).toBe(401)
  })

  test('a token of the former secret stays good after rotation, one of a stranger is refused', async () => {
    const member = await market.member()
    const now = market.clock.now
    const bearer = { accountId: member.id, permissionType: 0, epoch: 1 }
    const rotated = openTokens(['a new secret that signs from now on', ...market.options.secrets])

    expect(await rotated.verify(member.token, now)).toMatchObject(bearer)
    const foreign = await openTokens(['the secret of somebody else, also long']).sign(bearer, now)
    expect((await market.call('GET', '/user/getUserData', { token: foreign })).status).toBe(401)
  })

  test('401 for a token signed with no algorithm or another one', async () => {
    const member = await market.member()
    const claims = Buffer.from(JSON.stringify({ userInfo: { _id: member.id, permissionType: 2 }, epoch: 1 }))
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims.toString('base64url')}.`
    const hs512 = await new SignJWT({ userInfo: { _id: member.id, permissionType: 2 }, epoch: 1 })
      .setProtectedHeader({ alg: 'HS512' })
      .sign(Buffer.from(`${market.options.secrets[0]}`.padEnd(64, '.')))

    for (const token of [none, hs512]) {
      expect((await market.call('GET', '/user/getUserData', { token })).status).toBe(401)
    }
  })

  test('403 at log-in and 401 for the running session of a suspended account', async () => {
    await signUp(market, 'bad@campus.edu')
    const { data } = await logIn(market, 'bad@campus.edu')
    const admin = await market.member({ permissionType: 1 })
    const user = await market.call('GET', '/user/getUserData', { token: data.token })

    await market.call('PUT', '/dashboard/suspendUser', { token: admin.token, body: { userID: user.data.user._id } })

    expect((await market.call('GET', '/user/getUserData', { token: data.token })).status).toBe(401)
    expect((await logIn(market, 'bad@campus.edu')).status).toBe(403)
    await market.call('PUT', '/dashboard/reinstateUser', { token: admin.token, body: { userID: user.data.user._id } })
    expect((await logIn(market, 'bad@campus.edu')).status).toBe(200)
  })
})
