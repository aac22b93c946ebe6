import { describe, expect, test } from 'vitest'
import { logIn } from '../../testing/logIn.ts'
import { anApp, tokensOf } from '../../testing/oauth.ts'
import { aPerson, joinCompany, PASSWORD } from '../../testing/people.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { openVisitor, type Visitor } from '../../testing/visitor.ts'

const crm = await startTestCrm()
const SOON = { timeout: 120_000, interval: 20 }
const NEW = 'another long password'

const me = async (visitor: Visitor) => (await visitor.call('GET', '/v1/users/me')).status
const sessionOf = (visitor: Visitor) => visitor.cookies.get('portico_session')
const idsOf = (text: string, kind: string) =>
  [...text.matchAll(new RegExp(`/app/account/${kind}/(\\d+)/`, 'g'))].map(([, id]) => Number(id))

test('303 to the log-in for a stranger, with the way back for what was opened', async () => {
  const stranger = openVisitor(crm)

  expect((await stranger.get('/app/account?x=1')).location).toBe('/login?next=%2Fapp%2Faccount%3Fx%3D1')
  expect((await stranger.post('/app/account/password')).location).toBe('/login')
})

test('the page says who one is, and opens from a link on another site', async () => {
  const person = await aPerson(crm)
  const visitor = await logIn(crm, person)

  const page = await visitor.get('/app/account', { 'sec-fetch-site': 'cross-site' })

  expect(page.status).toBe(200)
  expect(page.text).toContain(person.email)
  expect(page.text.match(/<h1>/g)).toHaveLength(1)
})

describe('password', () => {
  const change = (visitor: Visitor, password: string, new_password = NEW) =>
    visitor.post('/app/account/password', { password, new_password })

  test('a new one needs the present one, ends every other session and renews this one', async () => {
    const person = await aPerson(crm)
    const [here, elsewhere] = [await logIn(crm, person), await logIn(crm, person)]
    const before = sessionOf(here)

    const wrong = await change(here, 'not the password')
    const right = await change(here, PASSWORD)

    expect([wrong.status, wrong.text.includes('This is not your password')]).toEqual([400, true])
    expect([right.status, right.location]).toEqual([303, '/app/account?done=password'])
    expect(sessionOf(here)).not.toBe(before)
    expect(await me(here)).toBe(200)
    await expect.poll(() => me(elsewhere), SOON).toBe(401)
    expect((await openVisitor(crm).post('/login', { email: person.email, password: PASSWORD })).status).toBe(401)
    await logIn(crm, person, NEW)
  })

  test('400 beside the field for a short one', async () => {
    const visitor = await logIn(crm, await aPerson(crm))

    const reply = await change(visitor, PASSWORD, 'short')

    expect([reply.status, reply.text.includes('id="e-new_password"')]).toEqual([400, true])
  })
})

describe('sessions', () => {
  test('are listed, and ended one by one and all others at once', async () => {
    const person = await aPerson(crm)
    const [here, one, two] = [await logIn(crm, person), await logIn(crm, person), await logIn(crm, person)]
    const ids = idsOf((await here.get('/app/account')).text, 'sessions')

    const ended = await here.post(`/app/account/sessions/${Math.min(...ids)}/end`)

    expect([ids.length, ended.location]).toEqual([2, '/app/account?done=ended'])
    await expect.poll(() => me(one), SOON).toBe(401)
    expect(await me(two)).toBe(200)
    await here.post('/app/account/sessions/end-others')
    await expect.poll(() => me(two), SOON).toBe(401)
    expect(await me(here)).toBe(200)
  })

  test('404 for a session of somebody else, which goes on', async () => {
    const [person, other] = [await aPerson(crm), await aPerson(crm)]
    const [mine, theirs] = [await logIn(crm, person), await logIn(crm, other)]
    const [row] = await crm.sql`select id from crm.session where account_id = ${other.accountId}`

    const reply = await mine.post(`/app/account/sessions/${row?.id}/end`)

    expect([reply.status, await me(theirs)]).toEqual([404, 200])
  })

  test('DELETE /sessions ends all but the calling one', async () => {
    const person = await aPerson(crm)
    const [here, other] = [await logIn(crm, person), await logIn(crm, person)]

    const reply = await here.call('DELETE', '/app/api/sessions')

    expect([reply.status, reply.data.ids.length, await me(here)]).toEqual([200, 1, 200])
    await expect.poll(() => me(other), SOON).toBe(401)
  })
})

describe('tokens', () => {
  const call = (token: string, method = 'GET', path = '/v1/users/me') =>
    fetch(crm.origin + path, { method, headers: { 'x-api-token': token } }).then(reply => reply.status)
  const tokenIn = (text: string) => /<code>([0-9a-f]{40})<\/code>/.exec(text)?.[1] ?? ''

  test('a token is shown once, does what was chosen, and is revoked', async () => {
    const person = await aPerson(crm)
    const visitor = await logIn(crm, person)

    const made = await visitor.post('/app/account/tokens', {
      name: 'reports',
      days: '30',
      read_only: 'true',
      'scope:deals:read': 'true',
      'scope:no:such': 'true',
    })
    const token = tokenIn(made.text)
    const page = (await visitor.get('/app/account')).text

    expect(made.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('reports')
    expect(page).not.toContain(token)
    expect([await call(token, 'GET', '/api/v2/deals'), await call(token, 'GET', '/api/v2/persons')]).toEqual([200, 403])
    const [row] = await crm.sql`select id, scopes, read_only, expires_time from crm.api_token
      where company_id = ${person.companyId} and user_id = ${person.userId} and name = 'reports'`
    expect(row).toMatchObject({ scopes: ['deals:read'], read_only: true })
    expect(Math.round((row?.expires_time.getTime() - Date.now()) / 86_400_000)).toBe(30)
    await visitor.post(`/app/account/tokens/${row?.id}/revoke`)
    await expect.poll(() => call(token, 'GET', '/api/v2/deals'), SOON).toBe(401)
  })

  test('a new personal token ends the former', async () => {
    const visitor = await logIn(crm, await aPerson(crm))
    const first = tokenIn((await visitor.post('/app/account/tokens/personal')).text)
    expect(await call(first)).toBe(200)

    const second = tokenIn((await visitor.post('/app/account/tokens/personal')).text)

    expect(await call(second)).toBe(200)
    await expect.poll(() => call(first), SOON).toBe(401)
  })

  test('400 beside the field without a name', async () => {
    const visitor = await logIn(crm, await aPerson(crm))

    const reply = await visitor.post('/app/account/tokens', { name: ' ' })

    expect([reply.status, reply.text.includes('id="e-name"')]).toEqual([400, true])
  })
})

test('apps that act for a person are listed and uninstalled', async () => {
  const person = await aPerson(crm)
  const app = await anApp(crm, crm.owner)
  const { access_token } = await tokensOf(crm, person, app)
  const visitor = await logIn(crm, person)
  const withToken = () =>
    fetch(`${crm.origin}/api/v2/deals`, { headers: { authorization: `Bearer ${access_token}` } }).then(r => r.status)
  const page = await visitor.get('/app/account')
  expect([await withToken(), page.text.includes('Dialler')]).toEqual([200, true])
  expect(page.text).toContain('Create, read, update and delete deals and related records')

  const reply = await visitor.post(`/app/account/apps/${app.id}/uninstall`)

  expect(reply.location).toBe('/app/account?done=uninstalled')
  await expect.poll(withToken, SOON).toBe(401)
  expect((await visitor.post(`/app/account/apps/${app.id}/uninstall`)).status).toBe(404)
})

describe('companies', () => {
  test('a person switches between their own, with a new session each time, and comes back there', async () => {
    const person = await aPerson(crm)
    const other = await crm.company()
    await joinCompany(crm, person, other)
    const visitor = await logIn(crm, person)
    const before = sessionOf(visitor) ?? ''

    const reply = await visitor.post('/app/account/company', { company_id: String(other.companyId) })

    expect(reply.location).toBe('/app/account?done=company')
    expect((await visitor.call('GET', '/v1/users/me')).data.company_id).toBe(other.companyId)
    const again = await logIn(crm, person)
    expect((await again.call('GET', '/v1/users/me')).data.company_id).toBe(other.companyId)
    again.cookies.set('portico_session', before)
    await expect.poll(() => me(again), SOON).toBe(401)
  })

  test('POST /session/company switches too; GET /session tells who, where and what', async () => {
    const person = await aPerson(crm)
    const other = await crm.company()
    const userId = await joinCompany(crm, person, other)
    const visitor = await logIn(crm, person)

    const switched = await visitor.call('POST', '/app/api/session/company', { company_id: other.companyId })
    const session = await visitor.call('GET', '/app/api/session')

    expect(switched.status).toBe(200)
    expect(session.data).toMatchObject({
      user: { id: userId, email: person.email },
      company_id: other.companyId,
      is_admin: false,
      is_account_admin: false,
      second_factor: { is_on: false, is_shown: false, is_missing: false },
    })
    expect(session.data.companies.map((company: { id: number }) => company.id).sort()).toEqual(
      [person.companyId, other.companyId].sort(),
    )
    expect(session.data.rights).toContain('can_use_api')
  })

  test.each(['a company of others', 'one where they are switched off'])('404 for %s', async kind => {
    const person = await aPerson(crm)
    const other = await crm.company()
    if (kind !== 'a company of others') {
      const userId = await joinCompany(crm, person, other)
      await crm.sql`update crm.app_user set active = false where id = ${userId}`
    }
    const visitor = await logIn(crm, person)

    const byCall = await visitor.call('POST', '/app/api/session/company', { company_id: other.companyId })
    const byPage = await visitor.post('/app/account/company', { company_id: String(other.companyId) })

    expect([byCall.status, byPage.status]).toEqual([404, 404])
    expect((await visitor.call('GET', '/v1/users/me')).data.company_id).toBe(person.companyId)
  })

  test('403 for a token: it belongs to one company', async () => {
    const reply = await crm.owner.call('POST', '/app/api/session/company', { company_id: crm.owner.companyId })

    expect(reply.status).toBe(403)
  })
})

test('403 for every form of the account sent from another site', async () => {
  const visitor = await logIn(crm, await aPerson(crm))
  const paths = [
    'password',
    'company',
    'sessions/end-others',
    'sessions/1/end',
    'tokens',
    'tokens/personal',
    'tokens/1/revoke',
    'second-factor/begin',
    'second-factor/confirm',
    'second-factor/off',
    'second-factor/recovery-codes',
    'passkeys/options',
    'passkeys',
    'passkeys/1/remove',
    'apps/1/uninstall',
  ]

  for (const path of paths) {
    const reply = await visitor.post(`/app/account/${path}`, {}, { origin: 'https://evil.example' })
    expect([path, reply.status]).toEqual([path, 403])
  }
})
