import { describe, expect, test } from 'vitest'
import { letDaysPass } from '../testing/clock.ts'
import { aSignup, confirmationFor, logIn, resetFor, signUp } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()

describe('password reset', () => {
  test('sets a new password once and ends every session', async () => {
    const email = 'reset@campus.edu'
    await signUp(market, email)
    const session = (await logIn(market, email)).data.token
    await market.send('/auth/passwordResetRequest', { emailAddress: email })
    const link = await resetFor(market, email)

    const page = await market.get(`/auth/passwordReset/${link}`)
    const set = await market.send('/auth/passwordReset', { token: link, password: 'brand new secret' })
    const again = await market.send('/auth/passwordReset', { token: link, password: 'another one !' })

    expect(page.headers.get('location')).toBe(`http://market.test/market/reset-password/${link}`)
    expect([set.status, again.status]).toEqual([200, 410])
    expect((await market.call('GET', '/user/getUserData', { token: session })).status).toBe(401)
    expect((await logIn(market, email)).status).toBe(401)
    expect((await logIn(market, email, 'brand new secret')).status).toBe(200)
  })

  test('410 after 24 hours, 400 for a weak password', async () => {
    const email = 'reset2@campus.edu'
    await signUp(market, email)
    await market.send('/auth/passwordResetRequest', { emailAddress: email })
    const link = await resetFor(market, email)

    const weak = await market.send('/auth/passwordReset', { token: link, password: 'short' })
    letDaysPass(market, 1, 1000)
    const page = await market.get(`/auth/passwordReset/${link}`)
    const late = await market.send('/auth/passwordReset', { token: link, password: 'brand new secret' })

    expect([weak.status, page.status, late.status]).toEqual([400, 410, 410])
  })

  test('no link or token is ever stored', async () => {
    const email = 'reset3@campus.edu'
    await signUp(market, email)
    await market.send('/auth/passwordResetRequest', { emailAddress: email })
    const link = await resetFor(market, email)
    await market.send('/auth/signup', aSignup({ emailAddress: 'waiting@campus.edu' }))
    const confirmation = await confirmationFor(market, 'waiting@campus.edu')

    const rows = await market.sql`
      select (select json_agg(t) from market.password_reset t)::text || (select json_agg(t) from market.mail t)::text
             || (select json_agg(t) from market.signup t)::text as all`

    for (const secret of [link, confirmation]) {
      expect(secret).toMatch(/^[0-9a-f]{48}$/)
      expect(rows[0]?.all).not.toContain(secret)
    }
  })
})
