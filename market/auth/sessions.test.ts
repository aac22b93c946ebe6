import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { type Member, ORIGIN } from '../testing/openTestMarket.ts'
import { logIn as enter, memberWithPassword, PASSWORD, resetFor } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { TOKEN_SECONDS } from './tokens.ts'

const market = await startTestMarket()

const logIn = async ({ email }: Member, password?: string): Promise<string> =>
  (await enter(market, email, password)).data.token

const statusOf = async (token: string) => (await market.call('GET', '/user/getUserData', { token })).status

const page = (path: string, token: string, form?: Record<string, string>) =>
  askPage(market, path, { headers: { cookie: `market_session=${token}` }, ...(form && { form }) })

describe('log-out', () => {
  test('401 for every copy of a token that was logged out, and for no other one', async () => {
    const member = await memberWithPassword(market)
    const [here, there] = [await logIn(member), await logIn(member)]

    const reply = await market.call('POST', '/auth/logout', { token: here })

    expect(reply.status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200])
    expect((await market.call('POST', '/auth/logout', { token: here })).status).toBe(401)
  })

  test('401 for another spelling of the same token', async () => {
    const token = await logIn(await memberWithPassword(market))
    // The last letter of a signature holds two bits nobody reads: four spellings of one token.
    const last = token.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const twin = token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]
    await market.call('POST', '/auth/logout', { token })

    expect(twin).not.toBe(token)
    expect(await statusOf(twin)).toBe(401)
  })

  test('a copy of the cookie is a visitor after the button was pressed', async () => {
    const member = await memberWithPassword(market)
    const login = await market.fetch(
      new Request(`${ORIGIN}/market/login`, {
        method: 'POST',
        body: new URLSearchParams({ emailAddress: member.email, password: PASSWORD }),
        headers: { origin: ORIGIN },
        redirect: 'manual',
      }),
    )
    const copy = /market_session=([\w.-]+)/.exec(login.headers.get('set-cookie') ?? '')?.[1] ?? ''
    const before = await page('/posts', copy)

    const out = await page('/logout', copy, {})

    const after = await page('/posts', copy)
    expect([before.status, out.headers.get('location')]).toEqual([200, '/market?done=loggedout'])
    expect(after.headers.get('location')).toBe('/market/login?next=%2Fmarket%2Fposts')
    expect(await statusOf(copy)).toBe(401)
  })

  test('303 also without a session, or with one that has ended', async () => {
    expect((await page('/logout', 'nothing', {})).status).toBe(303)
  })

  test('everywhere: 401 for all tokens of the account, and those of others stay', async () => {
    const [member, other] = [await memberWithPassword(market), await market.member()]
    const tokens = [member.token, await logIn(member), await logIn(member)]

    const reply = await page('/settings/logout-everywhere', member.token, {})

    expect(reply.status).toBe(303)
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401])
    expect(await statusOf(other.token)).toBe(200)
    expect(await statusOf(await logIn(member))).toBe(200)
  })

  test('is remembered until the token would have expired, and then forgotten', async () => {
    const token = await logIn(await memberWithPassword(market))
    await market.call('POST', '/auth/logout', { token })
    const { jti = '' } = decodeJwt(token)
    const kept = () => market.sql`select from market.ended_session where id = ${jti}`
    const before = market.clock.now

    market.clock.now = new Date(before.getTime() + (TOKEN_SECONDS - 1) * 1000)
    await market.task('market:daily')
    const meanwhile = await kept()
    market.clock.now = new Date(before.getTime() + (TOKEN_SECONDS + 1) * 1000)
    await market.task('market:daily')
    market.clock.now = before

    expect(meanwhile).toHaveLength(1)
    expect(await kept()).toHaveLength(0)
  })
})

test.each(['jti', 'exp'])('401 for a token without %s, which could not be ended', async missing => {
  const { id } = await market.member()
  const claims = {
    userInfo: { _id: id, permissionType: 0 },
    epoch: 1,
    jti: 'one',
    exp: Math.floor(market.clock.now.getTime() / 1000) + 60,
  }
  const sign = (payload: Record<string, unknown>) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(market.options.secrets[0] ?? ''))

  expect(await statusOf(await sign(claims))).toBe(200)
  expect(await statusOf(await sign({ ...claims, [missing]: undefined }))).toBe(401)
})

describe('a reset link', () => {
  const askForLink = async ({ email }: Member): Promise<string> => {
    await market.send('/auth/passwordResetRequest', { emailAddress: email })
    return resetFor(market, email)
  }
  const use = async (token: string) =>
    (await market.call('POST', '/auth/passwordReset', { body: { token, password: 'set by the link' } })).status

  test('410 once the password was changed in the settings', async () => {
    const member = await memberWithPassword(market)
    const link = await askForLink(member)

    await market.call('POST', '/auth/updatePassword', {
      token: member.token,
      body: { password: PASSWORD, newPassword: 'changed in the settings' },
    })

    expect(await use(link)).toBe(410)
    expect(await logIn(member, 'set by the link')).toBeUndefined()
    expect(await logIn(member, 'changed in the settings')).toBeTruthy()
  })

  test('410 once the account is deleted', async () => {
    const member = await memberWithPassword(market)
    const link = await askForLink(member)

    await market.call('POST', '/user/deleteAccount', { token: member.token, body: { password: PASSWORD } })

    expect(await use(link)).toBe(410)
  })
})
