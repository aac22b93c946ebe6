import { beforeAll, describe, expect, test, vi } from 'vitest'
import { operations } from '../../operations.ts'
import { anApp, bearer, statusWith, tokensOf } from '../../testing/oauth.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { scopesBeside, scopesBesideThoseOf } from '../../testing/scopesBeside.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { takeRights } from '../../testing/takeRights.ts'
import { digestOf, newApiToken } from './apiToken.ts'
import { SCOPES } from './scopes.ts'

/**
 * Who may call what: every operation is asked with every state that a credential can be in. A cell of this matrix is
 * 401, 403, or whatever an owner with an unlimited token is answered.
 */
const crm = await startTestCrm()
type Operation = (typeof operations)[number]
type Headers = Record<string, string>
const needingCaller = operations.filter(operation => operation.signIn === 'required')
const named = ({ api, name }: Operation) => `${api} ${name}`

let revoked: TestUser
let switchedOff: TestUser
let deleted: TestUser
let withoutApi: TestUser
let [expired, ofSwitchedOff, ofRemovedApp] = ['', '', '']
/** Tokens of the owner by what is special about them. */
const tokens = new Map<string, string>()
let ofSwitchedOffSession: Headers
/** What the owner is answered, by operation. */
const answered = new Map<Operation, number>()

beforeAll(async () => {
  revoked = await crm.colleague(crm.owner, { admin: true })
  switchedOff = await crm.colleague(crm.owner, { admin: true })
  deleted = await crm.colleague(crm.owner, { admin: true })
  withoutApi = await crm.colleague(crm.owner, { admin: true })
  await takeRights(crm, withoutApi, 'can_use_api')
  ofSwitchedOffSession = await crm.session(switchedOff)
  const tokenOf = async (name: string, values: object) => {
    const { companyId: company_id, userId: user_id } = crm.owner
    const token = newApiToken()
    await crm.sql`insert into crm.api_token ${crm.sql({ company_id, user_id, digest: digestOf(token), ...values })}`
    tokens.set(name, token)
  }
  await tokenOf('whole', {})
  await tokenOf('reading', { read_only: true })
  await tokenOf('expired', { expires_time: new Date(Date.now() - 1_000) })
  for (const scope of Object.keys(SCOPES)) await tokenOf(scope, { scopes: [scope] })
  for (const scopes of scopesBeside(needingCaller)) await tokenOf(scopes.join(), { scopes })

  // Each has been let in before, so that whatever remembers callers knows them.
  for (const user of [revoked, switchedOff, deleted]) expect((await user.call('GET', '/v1/users/me')).status).toBe(200)
  const [app, removed] = [await anApp(crm, crm.owner), await anApp(crm, crm.owner)]
  expired = (await tokensOf(crm, crm.owner, app)).access_token
  ofSwitchedOff = (await tokensOf(crm, switchedOff, app)).access_token
  ofRemovedApp = (await tokensOf(crm, crm.owner, removed)).access_token
  for (const token of [expired, ofSwitchedOff, ofRemovedApp]) expect(await statusWith(crm, token)).toBe(200)

  // One after the other: any change makes the process forget the whole company.
  await crm.sql`update crm.api_token set revoked_time = now() where user_id = ${revoked.userId}`
  await untilRefused(revoked)
  await crm.sql`update crm.app_user set active = false where id = ${switchedOff.userId}`
  await untilRefused(switchedOff)
  await crm.sql`update crm.oauth_access set expires_time = now() where digest = ${digestOf(expired)}`
  await crm.sql`delete from crm.oauth_app where id = ${removed.id}`
  await crm.sql`update crm.app_user set is_deleted = true where id = ${deleted.userId}`
  await untilRefused(deleted)

  for (const operation of needingCaller)
    answered.set(operation, (await call(operation, token(tokens.get('whole')))).status)
})

/** What ended is refused a moment later. */
async function untilRefused(user: TestUser) {
  await vi.waitFor(async () => expect((await user.call('GET', '/v1/users/me')).status).toBe(401), 120_000)
}

/** Calls an operation with ids that nothing has and an empty body. */
async function call({ api, method, path, bodyKind }: Operation, headers: Headers) {
  const address = (PREFIX[api] ?? '') + path.replace(/\{(\w+)\}/g, '900001')
  const hasBody = method !== 'GET' && method !== 'DELETE' && bodyKind === 'json'
  const reply = await crm.answer(address, {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  })
  return { status: reply.status, text: await reply.text() }
}

const token = (value = '') => ({ 'x-api-token': value })
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
/** A new session: among the operations is one that ends the others of its person. */
const session = async (user: TestUser, site: Headers = {}) => ({ ...(await crm.session(user)), ...site })

type Cell = 401 | 403 | 'as the owner'
type State = [
  name: string,
  headers: () => Headers | Promise<Headers>,
  expected: (operation: Operation) => Cell,
  /** The operations that are asked; all of them unless told. */
  asked?: (operation: Operation) => boolean,
]

const everywhere = (cell: Cell) => () => cell

const STATES: State[] = [
  ['no credential', () => ({}), everywhere(401)],
  ['an empty token', () => token(''), everywhere(401)],
  ['something that is no token', () => token("' or 1=1 --"), everywhere(401)],
  ['a token that was never given', () => token('0'.repeat(40)), everywhere(401)],
  ['most of a token', () => token(crm.owner.token.slice(0, -1)), everywhere(401)],
  ['a revoked token', () => token(revoked.token), everywhere(401)],
  ['a revoked token as a user name', () => basic(`${revoked.token}:`), everywhere(401)],
  ['an expired token', () => token(tokens.get('expired')), everywhere(401)],
  ['the token of somebody switched off', () => token(switchedOff.token), everywhere(401)],
  ['the session of somebody switched off', () => ofSwitchedOffSession, everywhere(401)],
  ['the token of somebody deleted', () => token(deleted.token), everywhere(401)],
  ['a token as a password', () => basic(`:${crm.owner.token}`), everywhere(401)],
  ['an access token that has expired', () => bearer(expired), everywhere(401)],
  ['an access token of somebody switched off', () => bearer(ofSwitchedOff), everywhere(401)],
  ['an access token of an app that was removed', () => bearer(ofRemovedApp), everywhere(401)],
  ['a token as a bearer', () => ({ authorization: `Bearer ${crm.owner.token}` }), everywhere(401)],
  ['a session from another site', () => session(crm.owner, { 'sec-fetch-site': 'cross-site' }), everywhere(401)],
  ['a session from a sister site', () => session(crm.owner, { 'sec-fetch-site': 'same-site' }), everywhere(401)],
  ['a session of our own pages', () => session(crm.owner), everywhere('as the owner')],
  ['a token as a user name', () => basic(`${tokens.get('whole')}:`), everywhere('as the owner')],
  [
    'a token for reading',
    () => token(tokens.get('reading')),
    ({ method }) => (method === 'GET' ? 'as the owner' : 403),
  ],
  ['the token of somebody who may not use the API', () => token(withoutApi.token), everywhere(403)],
  ['the session of somebody who may not use the API', () => session(withoutApi), everywhere('as the owner')],
  ...Object.keys(SCOPES).map(
    (scope): State => [
      `a token for ${scope}`,
      () => token(tokens.get(scope)),
      everywhere('as the owner'),
      ({ scopes }) => scopes.includes(scope),
    ],
  ),
]

describe.each(STATES)('%s', (_, headers, expected, asked = () => true) => {
  test('gets the expected status from every operation that needs a caller', async () => {
    const sent = await headers()
    const wrong: string[] = []
    for (const operation of needingCaller.filter(asked)) {
      const cell = expected(operation)
      const status = cell === 'as the owner' ? answered.get(operation) : cell
      const given = await call(operation, sent)
      const inErrorBody = given.status < 400 || given.text.includes('"success":false')
      if (given.status !== status || !inErrorBody) wrong.push(`${named(operation)}: ${given.status}, not ${status}`)
    }

    expect(wrong).toEqual([])
  })
})

// What manages keys names no scope: no limited token opens it.
test('403 for a token with every scope but those that an operation names', async () => {
  const wrong: string[] = []
  for (const operation of needingCaller) {
    const { status } = await call(operation, token(tokens.get(scopesBesideThoseOf(operation).join())))
    if (status !== 403) wrong.push(`${named(operation)}: ${status}`)
  }

  expect(wrong).toEqual([])
})

test('an owner with an unlimited token is refused nowhere', () => {
  const wrong = [...answered].filter(([, status]) => status === 401 || status === 403 || status >= 429)

  expect(wrong.map(([operation, status]) => `${named(operation)}: ${status}`)).toEqual([])
  expect(answered.size).toBe(needingCaller.length)
})

test('a session of older browsers writes from our own origin alone', async () => {
  const { cookie } = await crm.session(crm.owner)
  const wrong: string[] = []
  for (const operation of needingCaller.filter(({ method }) => method !== 'GET')) {
    const own = await call(operation, { cookie, origin: 'http://portico.test' })
    const foreign = await call(operation, { cookie, origin: 'https://elsewhere.example' })
    const unsaid = await call(operation, { cookie })
    if (own.status !== answered.get(operation) || foreign.status !== 401 || unsaid.status !== 401)
      wrong.push(`${named(operation)}: ${own.status}, ${foreign.status}, ${unsaid.status}`)
  }

  expect(wrong).toEqual([])
})

test('only what is opened by a signature, a password or the secret of an app runs without a caller', () => {
  const open = operations.filter(operation => operation.signIn !== 'required')

  expect(open.map(named).sort()).toEqual([
    'crm-oauth POST /revoke',
    'crm-oauth POST /token',
    'crm-v1 POST /authorizations',
    'crm-v2 GET /products/images/{link}',
  ])
})

test('a calendar is opened by its own secret alone, of somebody who is still there', async () => {
  const addressOf = async (user: TestUser) =>
    new URL((await user.call('POST', '/app/api/calendar-address')).body.data.address).pathname
  const calendar = async (path: string) => (await crm.answer(path, {})).status
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const [own, ofColleague] = [await addressOf(user), await addressOf(colleague)]
  const secret = /(\w+)\.ics$/.exec(own)?.[1] ?? ''
  const cookie = (await session(user)).cookie.split('=')[1]

  expect([await calendar(own), await calendar(ofColleague)]).toEqual([200, 200])
  for (const other of ['', user.token, cookie, expired, '0'.repeat(48), secret.slice(1), secret.toUpperCase()])
    expect(await calendar(`/calendar/${other}.ics`), other).toBe(404)
  expect((await crm.answer('/v1/users/me', { headers: token(secret) })).status).toBe(401)
  expect((await crm.answer('/v1/users/me', { headers: bearer(secret) })).status).toBe(401)
  await crm.sql`update crm.app_user set active = false where id = ${colleague.userId}`
  expect(await calendar(ofColleague)).toBe(404)
})

test('401 for a revoked token in the query', async () => {
  expect((await crm.answer(`/v1/users/me?api_token=${revoked.token}`, {})).status).toBe(401)
})
