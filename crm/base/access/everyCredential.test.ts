import { beforeAll, describe, expect, test, vi } from 'vitest'
import { operations } from '../../operations.ts'
import { anApp, bearer, statusWith, tokensOf } from '../../testing/oauth.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { digestOf } from './apiToken.ts'

/** Who may call at all, asked of every operation: a credential that opens nothing opens none of them. */
const crm = await startTestCrm()
const needingCaller = operations.filter(operation => operation.signIn === 'required')
const named = ({ api, name }: { api: string; name: string }) => `${api} ${name}`

let revoked: TestUser
let switchedOff: TestUser
let deleted: TestUser
let [expired, ofSwitchedOff, ofRemovedApp] = ['', '', '']

beforeAll(async () => {
  revoked = await crm.colleague(crm.owner, { admin: true })
  switchedOff = await crm.colleague(crm.owner, { admin: true })
  deleted = await crm.colleague(crm.owner, { admin: true })
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
})

/** Sooner than the process would forget a caller by itself. */
async function untilRefused(user: TestUser) {
  await vi.waitFor(async () => expect((await user.call('GET', '/v1/users/me')).status).toBe(401), 8_000)
}

/** Calls an operation with ids that nothing has; credentials are looked at before anything else. */
async function call({ api, method, path, bodyKind }: (typeof operations)[number], headers: Record<string, string>) {
  const url = crm.origin + PREFIX[api] + path.replace(/\{(\w+)\}/g, '900001')
  const hasBody = method !== 'GET' && method !== 'DELETE' && bodyKind === 'json'
  const reply = await fetch(url, {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  })
  return { status: reply.status, text: await reply.text() }
}

const token = (value: string) => ({ 'x-api-token': value })
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

const CREDENTIALS: [kind: string, headers: () => Record<string, string>][] = [
  ['none', () => ({})],
  ['an empty token', () => token('')],
  ['something that is no token', () => token("' or 1=1 --")],
  ['a token that was never given', () => token('0'.repeat(40))],
  ['most of a token', () => token(crm.owner.token.slice(0, -1))],
  ['a revoked token', () => token(revoked.token)],
  ['a revoked token as a user name', () => basic(`${revoked.token}:`)],
  ['the token of somebody switched off', () => token(switchedOff.token)],
  ['the token of somebody deleted', () => token(deleted.token)],
  ['a token as a password', () => basic(`:${crm.owner.token}`)],
  ['an access token that has expired', () => bearer(expired)],
  ['an access token of somebody switched off', () => bearer(ofSwitchedOff)],
  ['an access token of an app that was removed', () => bearer(ofRemovedApp)],
  ['a token as a bearer', () => ({ authorization: `Bearer ${crm.owner.token}` })],
]

describe.each(CREDENTIALS)('with %s', (_, headers) => {
  test('401 from every operation that needs a caller', async () => {
    const wrong: string[] = []
    for (const operation of needingCaller) {
      const { status, text } = await call(operation, headers())
      if (status !== 401 || !text.includes('"success":false')) wrong.push(`${named(operation)}: ${status}`)
    }

    expect(wrong).toEqual([])
  })
})

test('only what is opened by a signature or by the secret of an app runs without a caller', () => {
  const open = operations.filter(operation => operation.signIn !== 'required')

  expect(open.map(named).sort()).toEqual([
    'crm-oauth POST /revoke',
    'crm-oauth POST /token',
    'crm-v2 GET /products/images/{link}',
  ])
})

test('401 for a revoked token in the query', async () => {
  const reply = await fetch(`${crm.origin}/v1/users/me?api_token=${revoked.token}`)

  expect(reply.status).toBe(401)
})
