import { describe, expect, test } from 'vitest'
import { letDaysPass } from '../testing/clock.ts'
import { aSignup, confirmationFor, logIn } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()

const confirm = (token: string) => market.send('/auth/email-verification', { token })

describe('signup', () => {
  test('the account is stored when the link is followed, not before', async () => {
    const email = 'grace@campus.edu'
    const signup = await market.send('/auth/signup', aSignup({ emailAddress: ' Grace@Campus.EDU ' }))
    const early = await logIn(market, email)

    const followed = await confirm(await confirmationFor(market, email))
    const login = await logIn(market, email)

    expect(signup.status).toBe(201)
    expect(early.status).toBe(401)
    expect(followed.status).toBe(200)
    expect(login.status).toBe(200)
    const [row] = await market.sql`select * from market.account where email = ${email}`
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    expect(row).toMatchObject({ payment_name: 'ada', mailbox: '123456', permission_type: 0 })
    expect(await market.mails(email)).toContainEqual(expect.objectContaining({ subject: 'Welcome to Book market' }))
  })

  test('410 when the link is followed twice or was never given out', async () => {
    await market.send('/auth/signup', aSignup({ emailAddress: 'twice@campus.edu' }))
    const link = await confirmationFor(market, 'twice@campus.edu')
    await confirm(link)

    const again = await confirm(link)
    const unknown = await confirm('0'.repeat(48))

    expect([again.status, unknown.status]).toEqual([410, 410])
    expect(again.data.error).toBeTruthy()
  })

  test('410 after 24 hours', async () => {
    await market.send('/auth/signup', aSignup({ emailAddress: 'late@campus.edu' }))
    const link = await confirmationFor(market, 'late@campus.edu')
    letDaysPass(market, 1, 1000)

    const reply = await confirm(link)

    expect(reply.status).toBe(410)
  })

  test('signing up again before confirming counts with the new password and name', async () => {
    const email = 'again@campus.edu'
    await market.send('/auth/signup', aSignup({ emailAddress: email, password: 'the first password' }))
    const first = await confirmationFor(market, email)
    await market.send('/auth/signup', aSignup({ emailAddress: email, password: 'the second password' }))
    const second = await confirmationFor(market, email)

    const old = await confirm(first)
    await confirm(second)

    expect(old.status).toBe(410)
    expect((await logIn(market, email, 'the first password')).status).toBe(401)
    expect((await logIn(market, email, 'the second password')).status).toBe(200)
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
    const reply = await market.send('/auth/signup', aSignup({ [field]: value }))

    expect(reply.status).toBe(400)
    expect(reply.data.field).toBe(field)
  })

  test('CMCBox is taken for CMC', async () => {
    const reply = await market.call('POST', '/auth/signup', {
      body: { data: aSignup({ emailAddress: 'box@campus.edu', CMC: undefined, CMCBox: '654321' }) },
    })

    expect(reply.status).toBe(201)
  })

  test('a domain on the list of the operator may join, and without anyEdu only those', async () => {
    await market.sql`
      update market.setting set universities = '[{"name": "Kyiv", "domains": ["knu.ua"]}]'::jsonb, any_edu = false`

    const listed = await market.send('/auth/signup', aSignup({ emailAddress: 'ira@stud.knu.ua' }))
    const edu = await market.send('/auth/signup', aSignup({ emailAddress: 'ada2@campus.edu' }))
    const known = await market.get('/auth/universities')
    await market.sql`update market.setting set universities = '[]'::jsonb, any_edu = true`

    expect([listed.status, edu.status]).toEqual([201, 400])
    expect(known.data).toEqual({ anyEdu: false, universities: [{ name: 'Kyiv', domains: ['knu.ua'] }] })
  })
})

describe('resendConfirmation', () => {
  test('sends the same link again, good for another day', async () => {
    const email = 'lost@campus.edu'
    await market.send('/auth/signup', aSignup({ emailAddress: email }))
    const first = await confirmationFor(market, email)
    letDaysPass(market, 0.5)

    const reply = await market.send('/auth/resendConfirmation', { emailAddress: email })
    const mails = await market.mails(email)
    letDaysPass(market, 1, -1000)
    const followed = await confirm(await confirmationFor(market, email))

    expect(reply.status).toBe(200)
    expect(mails).toHaveLength(2)
    expect(await confirmationFor(market, email)).toBe(first)
    expect(followed.status).toBe(200)
  })
})
