import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/openTestMarket.ts'
import { openTokens, TOKEN_SECONDS } from './tokens.ts'

let market: TestMarket

beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const DAY = 86_400_000

function details(given: Record<string, unknown> = {}) {
  return {
    emailAddress: 'ada@campus.edu',
    password: 'a long enough password',
    firstName: 'Ada',
    lastName: 'Lovelace',
    university: 'Campus',
    CMC: '123456',
    venmoUsername: '@ada',
    ...given,
  }
}

async function linkFor(email: string): Promise<string> {
  const mail = (await market.mails(email)).findLast(message => message.links[0]?.includes('/confirm/'))
  return mail?.links[0]?.split('/').at(-1) ?? ''
}

async function signUp(email: string, given: Record<string, unknown> = {}) {
  await market.call('POST', '/auth/signup', { body: details({ emailAddress: email, ...given }) })
  return confirm(await linkFor(email))
}

const confirm = (token: string) => market.call('POST', '/auth/email-verification', { body: { token } })

/** What the database wrote for a call: the same steps take the same time. */
async function written(path: string, body: object): Promise<object> {
  const count = async () => {
    const [row] = await market.sql`
      select (select count(*) from market.mail)::integer as mails,
             (select count(*) from graphile_worker.jobs where task_identifier = 'market:send-mail')::integer as jobs`
    return { mails: Number(row?.mails), jobs: Number(row?.jobs) }
  }
  const before = await count()
  await market.call('POST', path, { body })
  const after = await count()
  return { mails: after.mails - before.mails, jobs: after.jobs - before.jobs }
}

describe('before any mail is sent', () => {
  test('a known and an unknown address leave the same work behind', async () => {
    const { email } = await market.member()
    await market.call('POST', '/auth/signup', { body: details({ emailAddress: 'waiting@campus.edu' }) })
    const work = { mails: 1, jobs: 1 }

    for (const emailAddress of [email, 'unheard-of@campus.edu', 'waiting@campus.edu']) {
      expect(await written('/auth/passwordResetRequest', { emailAddress })).toEqual(work)
      expect(await written('/auth/resendConfirmation', { emailAddress })).toEqual(work)
    }
    expect(await written('/auth/signup', details({ emailAddress: email }))).toEqual(work)
    expect(await written('/auth/signup', details({ emailAddress: 'quite-new@campus.edu' }))).toEqual(work)
  })

  test('only those get one that mean something to the reader', async () => {
    const subjects = async (to: string) => (await market.mails(to)).map(mail => mail.subject)
    const { email } = await market.member()
    await market.call('POST', '/auth/signup', { body: details({ emailAddress: email }) })
    for (const emailAddress of [email, 'stranger@campus.edu']) {
      await market.call('POST', '/auth/passwordResetRequest', { body: { emailAddress } })
      await market.call('POST', '/auth/resendConfirmation', { body: { emailAddress } })
    }

    expect(await subjects('stranger@campus.edu')).toEqual([])
    expect((await subjects(email)).sort()).toEqual(['Set a new password', 'You already have an account'])
    expect(await market.sql`select from market.mail where address = 'stranger@campus.edu'`).toEqual([])
  })
})

const logIn = (emailAddress: string, password = 'a long enough password') =>
  market.call('POST', '/auth/login', { body: { emailAddress, password } })

describe('signup', () => {
  test('the account is stored when the link is followed, not before', async () => {
    const email = 'grace@campus.edu'
    const signup = await market.call('POST', '/auth/signup', { body: details({ emailAddress: ' Grace@Campus.EDU ' }) })
    const early = await logIn(email)

    const followed = await confirm(await linkFor(email))
    const login = await logIn(email)

    expect(signup.status).toBe(201)
    expect(early.status).toBe(401)
    expect(followed.status).toBe(200)
    expect(login.status).toBe(200)
    const [row] = await market.sql`select * from market.account where email = ${email}`
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    expect(row).toMatchObject({ payment_name: 'ada', mailbox: '123456', permission_type: 0 })
    expect(await market.mails(email)).toContainEqual(expect.objectContaining({ subject: 'Welcome to the book market' }))
  })

  test('410 when the link is followed twice or was never given out', async () => {
    await market.call('POST', '/auth/signup', { body: details({ emailAddress: 'twice@campus.edu' }) })
    const link = await linkFor('twice@campus.edu')
    await confirm(link)

    const again = await confirm(link)
    const unknown = await confirm('0'.repeat(48))

    expect([again.status, unknown.status]).toEqual([410, 410])
    expect(again.data.error).toBeTruthy()
  })

  test('410 after 24 hours', async () => {
    await market.call('POST', '/auth/signup', { body: details({ emailAddress: 'late@campus.edu' }) })
    const link = await linkFor('late@campus.edu')
    market.clock.now = new Date(market.clock.now.getTime() + DAY + 1000)

    const reply = await confirm(link)

    expect(reply.status).toBe(410)
  })

  test('signing up again before confirming counts with the new password and name', async () => {
    const email = 'again@campus.edu'
    await market.call('POST', '/auth/signup', {
      body: details({ emailAddress: email, password: 'the first password' }),
    })
    const first = await linkFor(email)
    await market.call('POST', '/auth/signup', {
      body: details({ emailAddress: email, password: 'the second password' }),
    })
    const second = await linkFor(email)

    const old = await confirm(first)
    await confirm(second)

    expect(old.status).toBe(410)
    expect((await logIn(email, 'the first password')).status).toBe(401)
    expect((await logIn(email, 'the second password')).status).toBe(200)
  })

  test.each([
    ['emailAddress', 'ada@gmail.com'],
    ['emailAddress', 'ada@campus.edu.evil.com'],
    ['emailAddress', 'ada@edu'],
    ['emailAddress', 'not an address'],
    ['emailAddress', 'ada@campus.edu\r\nBcc: all@campus.edu'],
    ['emailAddress', undefined],
    ['password', 'short'],
    ['password', undefined],
    ['firstName', ''],
    ['lastName', undefined],
    ['university', undefined],
    ['CMC', undefined],
    ['venmoUsername', undefined],
  ])('400 naming %s when it is %j', async (field, value) => {
    const reply = await market.call('POST', '/auth/signup', { body: details({ [field]: value }) })

    expect(reply.status).toBe(400)
    expect(reply.data.field).toBe(field)
  })

  test('CMCBox is taken for CMC', async () => {
    const reply = await market.call('POST', '/auth/signup', {
      body: { data: details({ emailAddress: 'box@campus.edu', CMC: undefined, CMCBox: '654321' }) },
    })

    expect(reply.status).toBe(201)
  })

  test('a domain on the list of the operator may join, and without anyEdu only those', async () => {
    await market.sql`
      update market.setting set universities = '[{"name": "Kyiv", "domains": ["knu.ua"]}]'::jsonb, any_edu = false`

    const listed = await market.call('POST', '/auth/signup', { body: details({ emailAddress: 'ira@stud.knu.ua' }) })
    const edu = await market.call('POST', '/auth/signup', { body: details({ emailAddress: 'ada2@campus.edu' }) })
    const known = await market.call('GET', '/auth/universities')
    await market.sql`update market.setting set universities = '[]'::jsonb, any_edu = true`

    expect([listed.status, edu.status]).toEqual([201, 400])
    expect(known.data).toEqual({ anyEdu: false, universities: [{ name: 'Kyiv', domains: ['knu.ua'] }] })
  })
})

describe('resendConfirmation', () => {
  test('sends the same link again, good for another day', async () => {
    const email = 'lost@campus.edu'
    await market.call('POST', '/auth/signup', { body: details({ emailAddress: email }) })
    const first = await linkFor(email)
    market.clock.now = new Date(market.clock.now.getTime() + DAY / 2)

    const reply = await market.call('POST', '/auth/resendConfirmation', { body: { emailAddress: email } })
    const mails = await market.mails(email)
    market.clock.now = new Date(market.clock.now.getTime() + DAY - 1000)
    const followed = await confirm(await linkFor(email))

    expect(reply.status).toBe(200)
    expect(mails).toHaveLength(2)
    expect(await linkFor(email)).toBe(first)
    expect(followed.status).toBe(200)
  })
})

describe('login and tokens', () => {
  test('the token carries userInfo and lasts 30 days', async () => {
    await signUp('token@campus.edu')

    const { data } = await logIn('TOKEN@campus.edu')

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
    await signUp('bad@campus.edu')
    const { data } = await logIn('bad@campus.edu')
    const admin = await market.member({ permissionType: 1 })
    const user = await market.call('GET', '/user/getUserData', { token: data.token })

    await market.call('PUT', '/dashboard/suspendUser', { token: admin.token, body: { userID: user.data.user._id } })

    expect((await market.call('GET', '/user/getUserData', { token: data.token })).status).toBe(401)
    expect((await logIn('bad@campus.edu')).status).toBe(403)
    await market.call('PUT', '/dashboard/reinstateUser', { token: admin.token, body: { userID: user.data.user._id } })
    expect((await logIn('bad@campus.edu')).status).toBe(200)
  })
})

describe('password reset', () => {
  const token = async (email: string) =>
    (await market.mails(email))
      .findLast(mail => mail.subject === 'Set a new password')
      ?.links[0]?.split('/')
      .at(-1) ?? ''

  test('sets a new password once and ends every session', async () => {
    const email = 'reset@campus.edu'
    await signUp(email)
    const session = (await logIn(email)).data.token
    await market.call('POST', '/auth/passwordResetRequest', { body: { emailAddress: email } })
    const link = await token(email)

    const page = await market.call('GET', `/auth/passwordReset/${link}`)
    const set = await market.call('POST', '/auth/passwordReset', {
      body: { token: link, password: 'brand new secret' },
    })
    const again = await market.call('POST', '/auth/passwordReset', { body: { token: link, password: 'another one !' } })

    expect(page.headers.get('location')).toBe(`http://market.test/market/reset-password/${link}`)
    expect([set.status, again.status]).toEqual([200, 410])
    expect((await market.call('GET', '/user/getUserData', { token: session })).status).toBe(401)
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(email, 'brand new secret')).status).toBe(200)
  })

  test('410 after 24 hours, 400 for a weak password', async () => {
    const email = 'reset2@campus.edu'
    await signUp(email)
    await market.call('POST', '/auth/passwordResetRequest', { body: { emailAddress: email } })
    const link = await token(email)

    const weak = await market.call('POST', '/auth/passwordReset', { body: { token: link, password: 'short' } })
    market.clock.now = new Date(market.clock.now.getTime() + DAY + 1000)
    const page = await market.call('GET', `/auth/passwordReset/${link}`)
    const late = await market.call('POST', '/auth/passwordReset', {
      body: { token: link, password: 'brand new secret' },
    })

    expect([weak.status, page.status, late.status]).toEqual([400, 410, 410])
  })

  test('no link or token is ever stored', async () => {
    const email = 'reset3@campus.edu'
    await signUp(email)
    await market.call('POST', '/auth/passwordResetRequest', { body: { emailAddress: email } })
    const link = await token(email)

    const rows = await market.sql`
      select (select json_agg(t) from market.password_reset t)::text || (select json_agg(t) from market.mail t)::text
             || (select json_agg(t) from market.signup t)::text as all`

    expect(link).toMatch(/^[0-9a-f]{48}$/)
    expect(rows[0]?.all).not.toContain(link)
  })
})

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
    await signUp(email)
    const old = (await logIn(email)).data.token

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
    expect((await logIn(email, 'a whole new secret')).status).toBe(200)
  })
})
