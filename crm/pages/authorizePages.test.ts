import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anApp, exchange, type TestApp } from '../testing/oauth.ts'
import { aPerson, joinCompany, PASSWORD } from '../testing/people.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { openVisitor, type Visited, type Visitor } from '../testing/visitor.ts'

const crm = await startTestCrm()
const person = await aPerson(crm)
const app = await anApp(crm, crm.owner, { scopes: ['deals:read', 'mail:full'] })
const CHALLENGE = createHash('sha256').update('a'.repeat(43)).digest('base64url')

const addressOf = (of: TestApp, rest: Record<string, string> = {}) =>
  `/oauth/authorize?${new URLSearchParams({ client_id: of.clientId, redirect_uri: of.redirectUri, ...rest })}`

async function signedIn(): Promise<Visitor> {
  const visitor = openVisitor(crm)
  await visitor.post('/login', { email: person.email, password: PASSWORD })
  return visitor
}

/** The hidden fields of the form on a page. */
const fieldsOf = ({ text }: Visited) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    ]),
  )

const decide = async (visitor: Visitor, decision: string, rest: Record<string, string> = {}) => {
  const page = await visitor.get(addressOf(app, rest))
  return visitor.post('/oauth/authorize', { ...fieldsOf(page), decision })
}

const answerOf = ({ location }: Visited) => Object.fromEntries(new URL(location ?? '').searchParams)
const grants = async () => (await crm.sql`select id from crm.oauth_grant`).length

test('whoever is not signed in logs in first and comes back to the question', async () => {
  const visitor = openVisitor(crm)
  const address = addressOf(app, { state: 'a&b' })

  const first = await visitor.get(address)
  expect([first.status, first.location]).toEqual([303, `/login?next=${encodeURIComponent(address)}`])
  const login = await visitor.get(first.location ?? '')
  const back = await visitor.post('/login', { ...fieldsOf(login), email: person.email, password: PASSWORD })

  expect(back.location).toBe(address)
  expect((await visitor.get(back.location ?? '')).text).toContain('Allow Dialler to act for you?')
})

test('the question says in words what the app will be able to do, where and as whom; nobody can put it into a frame', async () => {
  const page = await (await signedIn()).get(addressOf(app))

  expect(page.status).toBe(200)
  expect(page.text).toContain('<li>Read deals and related records</li>')
  expect(page.text).toContain('<li>Read, update and delete mail threads</li>')
  expect(page.text).toContain('<li>Read settings of the authorized user and currencies</li>')
  expect(page.text).toContain('<strong>Company 1</strong>')
  expect(page.text).toContain(person.email)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  // Browsers hold the whole way of a form against this, the redirect to the app included.
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:9;")
  expect(page.headers.get('cache-control')).toBe('no-store')
})

test('302 to the app with a code for it and its state, when the person allows it', async () => {
  const reply = await decide(await signedIn(), 'allow', {
    state: 'x"<>&=1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })

  expect(reply.status).toBe(302)
  expect(reply.location?.startsWith(`${app.redirectUri}?code=`)).toBe(true)
  const { code = '', ...rest } = answerOf(reply)
  expect(rest).toEqual({ state: 'x"<>&=1' })
  expect((await exchange(crm, app, code)).status).toBe(400)
  expect((await exchange(crm, app, code, { code_verifier: 'a'.repeat(43) })).status).toBe(200)
  const [line] = await crm.sql`select user_id, subject, detail from crm.audit where action = 'app_authorized'`
  expect(line).toMatchObject({ user_id: person.userId, subject: `app ${app.id}`, detail: { name: 'Dialler' } })
})

test('302 with access_denied when the person denies it, or the form says nothing', async () => {
  const before = await grants()

  expect(answerOf(await decide(await signedIn(), 'deny', { state: 's' }))).toEqual({
    error: 'access_denied',
    state: 's',
  })
  expect(answerOf(await decide(await signedIn(), ''))).toEqual({ error: 'access_denied' })
  expect(await grants()).toBe(before)
})

test('an address with a query keeps it', async () => {
  const withQuery = await anApp(crm, crm.owner, { redirectUri: 'https://app.example/cb?tenant=7' })
  const visitor = await signedIn()
  const page = await visitor.get(addressOf(withQuery))

  const reply = await visitor.post('/oauth/authorize', { ...fieldsOf(page), decision: 'deny' })

  expect(reply.location).toBe('https://app.example/cb?tenant=7&error=access_denied')
})

describe('400 on our page, and nobody is sent anywhere', () => {
  const redirect = { redirect_uri: app.redirectUri }
  const client = { client_id: app.clientId }

  test.each<[string, Record<string, string>]>([
    ['no app', redirect],
    ['an unknown app', { client_id: 'unknown', ...redirect }],
    ['no address', client],
    ['another address', { ...client, redirect_uri: 'https://evil.example/callback' }],
    ['the address with a slash more', { ...client, redirect_uri: `${app.redirectUri}/` }],
    ['the address with a query', { ...client, redirect_uri: `${app.redirectUri}?a=1` }],
    ['the address in other letters', { ...client, redirect_uri: app.redirectUri.toUpperCase() }],
    ['the address below', { ...client, redirect_uri: `${app.redirectUri}/below` }],
  ])('for %s', async (_, given) => {
    for (const visitor of [openVisitor(crm), await signedIn()]) {
      const reply = await visitor.get(`/oauth/authorize?${new URLSearchParams(given)}`)
      expect([reply.status, reply.location]).toEqual([400, null])
      expect(reply.headers.get('content-type')).toContain('text/html')
      const sent = await visitor.post('/oauth/authorize', { ...given, decision: 'allow' })
      expect([sent.status, sent.location]).toEqual([400, null])
    }
  })

  test('for an address named twice, of which one is right', async () => {
    const reply = await openVisitor(crm).get(`${addressOf(app)}&redirect_uri=https://evil.example`)

    expect([reply.status, reply.location]).toEqual([400, null])
  })

  test('for an app that was removed', async () => {
    const removed = await anApp(crm, crm.owner)
    await crm.sql`update crm.oauth_app set revoked_time = now() where id = ${removed.id}`

    expect((await (await signedIn()).get(addressOf(removed))).status).toBe(400)
  })
})

describe('302 back to the app with', () => {
  test.each<[string, string, Record<string, string>]>([
    ['unsupported_response_type', 'tokens asked for directly', { response_type: 'token' }],
    ['invalid_request', 'a plain challenge', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }],
    ['invalid_request', 'a challenge without its method', { code_challenge: CHALLENGE }],
    ['invalid_request', 'a method without a challenge', { code_challenge_method: 'S256' }],
    ['invalid_request', 'a challenge that is none', { code_challenge: 'short', code_challenge_method: 'S256' }],
  ])('%s for %s', async (error, _, rest) => {
    const reply = await openVisitor(crm).get(addressOf(app, { state: 's', ...rest }))

    expect([reply.status, answerOf(reply)]).toEqual([302, { error, state: 's' }])
  })
})

describe('nothing is granted', () => {
  const form = { client_id: app.clientId, redirect_uri: app.redirectUri, decision: 'allow' }
  const mine = () => ({ ...form, as: `${person.companyId}:${person.userId}` })

  test('403 for a form of another site', async () => {
    const visitor = await signedIn()
    const before = await grants()

    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const reply = await visitor.post('/oauth/authorize', mine(), headers)
      expect([reply.status, reply.location]).toEqual([403, null])
    }
    expect(await grants()).toBe(before)
    expect((await visitor.post('/oauth/authorize', mine())).status).toBe(302)
  })

  test('to somebody who is not signed in: the question is asked again, after the log-in', async () => {
    const reply = await openVisitor(crm).post('/oauth/authorize', mine())

    expect([reply.status, reply.location]).toEqual([303, addressOf(app)])
  })

  test('when somebody else signed in meanwhile: the question is put to them', async () => {
    const before = await grants()

    const reply = await (await signedIn()).post('/oauth/authorize', { ...form, as: `${crm.owner.companyId}:1` })

    expect([reply.status, reply.location]).toEqual([200, null])
    expect(reply.text).toContain(person.email)
    expect(await grants()).toBe(before)
  })

  test('403 for somebody whom programs may not act for', async () => {
    const kept = await aPerson(crm)
    await crm.sql`update crm.permission_set s set contents = array_remove(contents, 'can_use_api')
      from crm.permission_assignment a where a.company_id = s.company_id and a.permission_set_id = s.id
      and a.user_id = ${kept.userId}`
    const visitor = openVisitor(crm)
    await visitor.post('/login', { email: kept.email, password: PASSWORD })

    expect((await visitor.get(addressOf(app))).status).toBe(403)
    const reply = await visitor.post('/oauth/authorize', { ...form, as: `${kept.companyId}:${kept.userId}` })
    expect([reply.status, reply.location]).toEqual([403, null])
  })
})

test('a person of another company is told who registered the app', async () => {
  const other = await crm.company()
  const guest = await aPerson(crm, other)
  await joinCompany(crm, guest, await crm.company())
  const visitor = openVisitor(crm)
  await visitor.post('/login', { email: guest.email, password: PASSWORD })

  const page = await visitor.get(addressOf(app))

  expect(page.text).toContain('registered by Company 1,')
})
