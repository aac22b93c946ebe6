import { describe, expect, test } from 'vitest'
import { type Member, ORIGIN } from '../testing/openTestMarket.ts'
import { aSignup, linksFor, memberWithPassword, PASSWORD } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

/** What strangers can do to the owner of an address by trying: nothing that keeps the owner out. */

const HOME = '192.0.2.1'
const ABROAD = '198.18.0.1'

const market = await startTestMarket({ rateLimit: true })

const logIn = (emailAddress: string, from: string, password = PASSWORD, cookie = '') =>
  market.call('POST', '/auth/login', { from, body: { emailAddress, password }, headers: cookie ? { cookie } : {} })

/** A wrong password from a hundred networks, or as many of any other call. */
async function fromEverywhere(count: number, work: (from: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at++) await work(`203.0.113.${at}`)
}

/** Counted as a hundred wrong passwords are, without waiting for a hundred hashes. */
async function guessFromEverywhere({ email }: Member): Promise<void> {
  await logIn(email, '203.0.113.200', 'a wrong password')
  await market.sql`update market.attempt set used = 101 where key = ${await strangersKey(email)}`
}

/** The widest count of a log-in of a stranger: the only row that a second stranger counts in too. */
async function strangersKey(email: string): Promise<string> {
  await logIn(email, '203.0.113.201', 'a wrong password')
  const [row] = await market.sql<{ key: string }[]>`
    select key from market.attempt where used = 2 and since = ${market.clock.now} limit 1`
  return row?.key ?? ''
}

describe('log-in', () => {
  test('51 wrong passwords from one network keep the owner out nowhere else', async () => {
    const member = await memberWithPassword(market)
    const statuses = new Set<number>()
    for (let round = 0; round < 51; round++)
      statuses.add((await logIn(member.email, '203.0.113.9', 'a wrong password')).status)

    expect(statuses).toEqual(new Set([401, 429]))
    expect((await logIn(member.email, HOME)).status).toBe(200)
  })

  test('while strangers guess from everywhere: 200 at home, 200 with a known browser, by mail anywhere', async () => {
    market.clock.now = new Date(market.clock.now.getTime() + 86_400_000)
    const member = await memberWithPassword(market)
    const cookie = (await logIn(member.email, HOME)).headers.get('set-cookie')?.split(';')[0] ?? ''
    await guessFromEverywhere(member)

    const abroad = await logIn(member.email, ABROAD)
    const known = [await logIn(member.email, HOME), await logIn(member.email, ABROAD, PASSWORD, cookie)]

    expect([abroad.status, abroad.data.error]).toEqual([429, expect.stringContaining('Forgot your password?')])
    expect(known.map(reply => reply.status)).toEqual([200, 200])

    // The abroad network is known by now: another one, without any cookie, and only the mailbox at hand.
    await market.call('POST', '/auth/passwordResetRequest', {
      from: '198.18.7.7',
      body: { emailAddress: member.email },
    })
    const [token] = await linksFor(market, member.email, 'Set a new password')
    const held = await logIn(member.email, '198.18.7.7')
    const reset = await market.call('POST', '/auth/passwordReset', {
      from: '198.18.7.7',
      body: { token, password: 'a new long password' },
    })
    expect([held.status, reset.status]).toEqual([429, 200])
    expect((await logIn(member.email, '198.18.7.7', 'a new long password')).status).toBe(200)
    // A new password forgets where the old one was good.
    expect((await logIn(member.email, ABROAD, 'a new long password', cookie)).status).toBe(429)
  })

  test('pages set the cookie of a known browser beside that of the session', async () => {
    const member = await memberWithPassword(market)

    const reply = await market.fetch(
      new Request(`${ORIGIN}/market/login`, {
        method: 'POST',
        body: new URLSearchParams({ emailAddress: member.email, password: PASSWORD }),
        headers: { origin: ORIGIN },
        redirect: 'manual',
      }),
    )

    expect(reply.headers.getSetCookie().map(cookie => cookie.split('=')[0])).toEqual([
      'market_session',
      'market_device',
    ])
    expect(reply.headers.getSetCookie()[1]).toMatch(/; HttpOnly; SameSite=Lax$/)
  })
})

describe('reset mails', () => {
  const ask = (emailAddress: string, from: string) =>
    market.call('POST', '/auth/passwordResetRequest', { from, body: { emailAddress } })

  test('strangers cause fifteen an hour, all answers are the same, and every link mailed is good', async () => {
    const member = await memberWithPassword(market)
    const answers = new Set<string>()

    await fromEverywhere(30, async from => answers.add(JSON.stringify((await ask(member.email, from)).data)))
    const own = await ask(member.email, HOME)

    const links = await linksFor(market, member.email, 'Set a new password')
    expect([answers.size, own.status]).toEqual([1, 200])
    expect(links).toHaveLength(15)
    // One link for all of them: none was replaced by the one after it.
    expect(new Set(links).size).toBe(1)
    const used = await market.call('POST', '/auth/passwordReset', {
      from: HOME,
      body: { token: links[0], password: 'a new long password' },
    })
    expect(used.status).toBe(200)
  })

  test('a link stays good when another one is asked for hours later', async () => {
    const member = await memberWithPassword(market)
    await ask(member.email, HOME)
    market.clock.now = new Date(market.clock.now.getTime() + 2 * 3_600_000)
    await ask(member.email, '203.0.113.5')

    const links = await linksFor(market, member.email, 'Set a new password')

    expect(new Set(links).size).toBe(2)
    for (const link of links)
      expect((await market.call('GET', `/auth/passwordReset/${link}`, { from: HOME })).status).toBe(302)
    const use = (token: string | undefined) =>
      market.call('POST', '/auth/passwordReset', { from: HOME, body: { token, password: 'a new long password' } })
    expect([(await use(links[0])).status, (await use(links[1])).status]).toEqual([200, 410])
  })
})

describe('signup', () => {
  const signUp = (emailAddress: string, from: string, given: Record<string, string>) =>
    market.call('POST', '/auth/signup', {
      from,
      body: aSignup({ emailAddress, ...given }),
    })
  const confirm = (token: string | undefined) =>
    market.call('POST', '/auth/email-verification', { from: HOME, body: { token } })

  test('a stranger who signs up with the same address does not end the link of its owner, nor get in', async () => {
    const email = 'wanted@campus.edu'
    const links = () => linksFor(market, email, 'Confirm your e-mail address')
    await signUp(email, HOME, {})
    // Mails leave one beside the other: which came first tells nothing.
    const [own] = await links()
    await signUp(email, ABROAD, { password: 'of the stranger', firstName: 'Stranger' })
    const strangers = (await links()).find(link => link !== own)

    const [first, second] = [await confirm(own), await confirm(strangers)]

    expect([first.status, second.status]).toEqual([200, 410])
    expect((await logIn(email, ABROAD, 'of the stranger')).status).toBe(401)
    expect((await logIn(email, HOME)).status).toBe(200)
    expect(await market.sql`select from market.signup where email = ${email}`).toHaveLength(0)
  })

  test('sent again, it is the signup of the network that asks', async () => {
    const email = 'twice@campus.edu'
    const links = () => linksFor(market, email, 'Confirm your e-mail address')
    await signUp(email, HOME, {})
    const [own] = await links()
    await signUp(email, ABROAD, { firstName: 'Stranger' })

    await market.call('POST', '/auth/resendConfirmation', { from: HOME, body: { emailAddress: email } })

    const sent = await links()
    expect([sent.length, sent.filter(link => link === own).length]).toEqual([3, 2])
  })

  test('a field that is wrong costs none of the mails', async () => {
    for (let round = 0; round < 8; round++) {
      const { status } = await signUp('typo@campus.edu', HOME, { password: 'short' })
      expect(status).toBe(400)
    }

    expect((await signUp('typo@campus.edu', HOME, {})).status).toBe(201)
  })
})
