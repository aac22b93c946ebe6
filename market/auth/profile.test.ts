import { describe, expect, test } from 'vitest'
import { logIn, signUp } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()

describe('updateProfile and updatePassword', () => {
  test('changes what is sent and keeps the rest', async () => {
    const member = await market.member()

    const reply = await market.call('POST', '/auth/updateProfile', {
      token: member.token,
      body: { data: { firstName: 'Emmy', venmoUsername: '@emmy' } },
    })

    expect(reply.status).toBe(200)
    const { data } = await market.call('GET', '/user/getUserData', { token: member.token })
    expect(data.user).toMatchObject({
      firstName: 'Emmy',
      lastName: member.lastName,
      venmoUsername: 'emmy',
      CMC: '123456',
    })
  })

  test('400 for an empty name', async () => {
    const member = await market.member()

    const reply = await market.call('POST', '/auth/updateProfile', { token: member.token, body: { firstName: ' ' } })

    expect(reply.status).toBe(400)
  })

  test('a new password ends other sessions and gives a new token', async () => {
    const email = 'change@campus.edu'
    await signUp(market, email)
    const old = (await logIn(market, email)).data.token

    const wrong = await market.call('POST', '/auth/updatePassword', {
      token: old,
      body: { password: 'not the password', newPassword: 'a whole new secret' },
    })
    const right = await market.call('POST', '/auth/updatePassword', {
      token: old,
      body: { password: 'a long enough password', newPassword: 'a whole new secret' },
    })

    expect([wrong.status, right.status]).toEqual([401, 200])
    expect((await market.call('GET', '/user/getUserData', { token: old })).status).toBe(401)
    expect((await market.call('GET', '/user/getUserData', { token: right.data.token })).status).toBe(200)
    expect((await logIn(market, email, 'a whole new secret')).status).toBe(200)
  })
})
