import { describe, expect, test } from 'vitest'
import { logIn } from '../../testing/logIn.ts'
import { anApp } from '../../testing/oauth.ts'
import { aPerson, PASSWORD } from '../../testing/people.ts'
import { codeOfNow, withSecondFactor } from '../../testing/secondFactor.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { openVisitor, type Visitor } from '../../testing/visitor.ts'

const crm = await startTestCrm()
const SOON = { timeout: 120_000, interval: 20 }
const PAGE = '/app/account/second-factor'

const me = async (visitor: Visitor) => (await visitor.call('GET', '/v1/users/me')).status
const keyIn = (text: string) => /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
const recoveryCodesIn = (text: string) => text.match(/\b[a-z2-7]{4}(-[a-z2-7]{4}){3}\b/g) ?? []

/** Sets it up as a person does; gives back the recovery codes. */
async function setUp(visitor: Visitor): Promise<{ key: string; codes: string[] }> {
  await visitor.post(`${PAGE}/begin`, { password: PASSWORD })
  const key = keyIn((await visitor.get(`${PAGE}?step=code`)).text)
  const done = await visitor.post(`${PAGE}/confirm`, { code: codeOfNow(key) })
  return { key, codes: recoveryCodesIn(done.text) }
}

describe('setting up', () => {
  test('a code of the app turns it on; ten recovery codes are shown once and each opens once', async () => {
    const person = await aPerson(crm)
    const [here, elsewhere] = [await logIn(crm, person), await logIn(crm, person)]
    const before = here.cookies.get('portico_session')

    const { key, codes } = await setUp(here)

    expect([key.length, new Set(codes).size]).toEqual([32, 10])
    expect(here.cookies.get('portico_session')).not.toBe(before)
    expect(await me(here)).toBe(200)
    await expect.poll(() => me(elsewhere), SOON).toBe(401)
    const again = openVisitor(crm)
    await again.post('/login', { email: person.email, password: PASSWORD })
    expect((await again.post('/login/code', { code: codes[3] ?? '' })).status).toBe(303)
    const stored = await crm.sql`select totp_sealed, (select count(*)::int from crm.recovery_code r
      where r.account_id = a.id) as left from crm.account a where id = ${person.accountId}`
    expect(stored[0]?.left).toBe(9)
    expect(stored[0]?.totp_sealed.toString('latin1')).not.toContain(key)
    expect(
      await crm.sql`select from crm.audit where action = 'second_factor_changed' and user_id = ${person.userId}`,
    ).toHaveLength(1)
  })

  test('the code that turned it on does not sign in as well', async () => {
    const person = await aPerson(crm)
    const { key } = await setUp(await logIn(crm, person))
    const again = openVisitor(crm)
    await again.post('/login', { email: person.email, password: PASSWORD })

    // Should the half minute have just ended, this is the same code all the same.
    const [account] = await crm.sql`select totp_step from crm.account where id = ${person.accountId}`
    const used = codeOfNow(key, Number(account?.totp_step) - Math.floor(Date.now() / 30_000))

    expect((await again.post('/login/code', { code: used })).status).toBe(401)
  })

  test('400 for a wrong password or a wrong code; nothing is on then', async () => {
    const person = await aPerson(crm)
    const visitor = await logIn(crm, person)

    const wrongPassword = await visitor.post(`${PAGE}/begin`, { password: 'wrong' })
    await visitor.post(`${PAGE}/begin`, { password: PASSWORD })
    const wrongCode = await visitor.post(`${PAGE}/confirm`, { code: '000000' })

    expect([wrongPassword.status, wrongPassword.text.includes('id="e-password"')]).toEqual([400, true])
    expect([wrongCode.status, wrongCode.text.includes('id="e-code"')]).toEqual([400, true])
    expect((await logIn(crm, person)).cookies.has('portico_session')).toBe(true)
  })

  test('409 for beginning again while it is on: the secret in force stays', async () => {
    const person = await aPerson(crm)
    const visitor = await logIn(crm, person)
    await setUp(visitor)
    const sealed = () => crm.sql`select totp_sealed from crm.account where id = ${person.accountId}`
    const before = await sealed()

    expect((await visitor.post(`${PAGE}/begin`, { password: PASSWORD })).status).toBe(409)
    expect(await sealed()).toEqual(before)
  })
})

describe('changing', () => {
  test('off only with the password; then the password alone signs in', async () => {
    const person = await aPerson(crm)
    const visitor = await logIn(crm, person)
    await setUp(visitor)

    const wrong = await visitor.post(`${PAGE}/off`, { password: 'wrong' })
    const asked = (await openVisitor(crm).post('/login', { email: person.email, password: PASSWORD })).location
    const right = await visitor.post(`${PAGE}/off`, { password: PASSWORD })

    expect([wrong.status, right.status]).toEqual([400, 303])
    expect(asked).toMatch(/^\/login\/code/)
    expect(await me(await logIn(crm, person))).toBe(200)
    expect(await crm.sql`select from crm.recovery_code where account_id = ${person.accountId}`).toHaveLength(0)
  })

  test('new recovery codes end the former, and only with the password', async () => {
    const person = await aPerson(crm)
    const visitor = await logIn(crm, person)
    const { codes } = await setUp(visitor)

    const wrong = await visitor.post(`${PAGE}/recovery-codes`, { password: 'wrong' })
    const fresh = recoveryCodesIn((await visitor.post(`${PAGE}/recovery-codes`, { password: PASSWORD })).text)

    expect([wrong.status, fresh.length]).toEqual([400, 10])
    const again = openVisitor(crm)
    await again.post('/login', { email: person.email, password: PASSWORD })
    expect((await again.post('/login/code', { code: codes[0] ?? '' })).status).toBe(401)
    expect((await again.post('/login/code', { code: fresh[0] ?? '' })).status).toBe(303)
  })
})

describe('a company that demands it', () => {
  async function demanding(): Promise<TestUser> {
    const owner = await crm.company()
    const reply = await owner.call('PUT', '/app/api/company/security', { require_second_factor: true })
    expect(reply).toMatchObject({ status: 200, body: { data: { require_second_factor: true } } })
    return owner
  }

  test('403 for everything with a session of one factor, until it is set up', async () => {
    const person = await aPerson(crm, await demanding())
    const visitor = await logIn(crm, person)

    const [deals, page, sessions] = [
      await visitor.call('GET', '/api/v2/deals'),
      await visitor.get('/app/account'),
      await visitor.call('GET', '/app/api/sessions'),
    ]
    const told = (await visitor.call('GET', '/app/api/session')).data.second_factor
    await setUp(visitor)

    expect([deals.status, sessions.status, page.location]).toEqual([403, 403, PAGE])
    expect(told).toEqual({ is_on: false, is_shown: false, is_missing: true })
    expect((await visitor.call('GET', '/api/v2/deals')).status).toBe(200)
    expect((await visitor.get('/app/account')).status).toBe(200)
  })

  test('403 for whoever is signed in when it begins to demand, in every operation but who is signed in', async () => {
    const owner = await crm.company()
    const person = await aPerson(crm, owner)
    const visitor = await logIn(crm, person)
    expect(await me(visitor)).toBe(200)

    await owner.call('PUT', '/app/api/company/security', { require_second_factor: true })

    await expect.poll(() => me(visitor), SOON).toBe(403)
    const { operations } = await import('../../operations.ts')
    const { PREFIX } = await import('../../testing/prefix.ts')
    const opened: string[] = []
    for (const { api, method, path, signIn } of operations) {
      if (signIn === 'none' || !PREFIX[api]) continue
      const reply = await visitor.call(
        method,
        PREFIX[api] + path.replace(/\{[^}]+\}/g, '1'),
        method === 'GET' ? undefined : {},
      )
      if (reply.status !== 403) opened.push(`${method} ${PREFIX[api]}${path}`)
    }
    expect(opened).toEqual(['GET /app/api/session'])
  })

  test('a session with a code is not held up, and tokens go on', async () => {
    const person = await aPerson(crm, await demanding())
    await withSecondFactor(crm, person)
    const visitor = openVisitor(crm)
    await visitor.post('/login', { email: person.email, password: PASSWORD })
    await visitor.post('/login/code', { code: codeOfNow() })

    expect(await me(visitor)).toBe(200)
    expect((await person.call('GET', '/v1/users/me')).status).toBe(200)
  })

  test('no app is agreed to with a session of one factor', async () => {
    const owner = await demanding()
    const visitor = await logIn(crm, await aPerson(crm, owner))
    const app = await anApp(crm, owner)
    const given = { client_id: app.clientId, redirect_uri: app.redirectUri }

    const asked = await visitor.get(`/oauth/authorize?${new URLSearchParams(given)}`)
    const agreed = await visitor.post('/oauth/authorize', { ...given, decision: 'allow' })

    expect([asked.location, agreed.location]).toEqual([PAGE, PAGE])
  })

  test('403 for setting it without being an admin of the account; who did is written down', async () => {
    const owner = await demanding()
    const person = await aPerson(crm, owner)

    const reply = await person.call('PUT', '/app/api/company/security', { require_second_factor: false })

    expect(reply.status).toBe(403)
    expect((await owner.call('GET', '/app/api/company/security')).body.data).toEqual({ require_second_factor: true })
    const rows = await crm.sql`select user_id, detail from crm.audit where company_id = ${owner.companyId}
      and action = 'company_changed'`
    expect(rows).toEqual([{ user_id: owner.userId, detail: { require_second_factor: true } }])
  })
})
