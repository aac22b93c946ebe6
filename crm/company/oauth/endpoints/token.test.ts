import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  aCode,
  anApp,
  basicOf,
  bearer,
  exchange,
  expectEnded,
  refresh,
  sendForm,
  statusWith,
  tokensOf,
} from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const app = await anApp(crm, crm.owner, { scopes: ['deals:full', 'users:read'] })
const other = await anApp(crm, crm.owner)
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const invalidGrant = (message: string) => ({
  status: 400,
  body: { success: false, message: `Invalid grant: ${message}`, error: 'invalid_grant' },
})

describe('a code', () => {
  test('gives tokens that open what was granted, not to be stored by anybody on the way', async () => {
    const reply = await exchange(crm, app, await aCode(crm, crm.owner, app))

    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^v1u:.{40,}$/),
      token_type: 'Bearer',
      refresh_token: expect.any(String),
      scope: 'base,deals:full,users:read',
      expires_in: 3599,
      api_domain: 'http://portico.test',
    })
    expect(await statusWith(crm, reply.body.access_token)).toBe(200)
  })

  test('works with the trailing slash, and with the credentials of the app in the form', async () => {
    const fields = { grant_type: 'authorization_code', redirect_uri: app.redirectUri }
    const withSlash = { ...fields, code: await aCode(crm, crm.owner, app) }
    const inForm = { ...fields, code: await aCode(crm, crm.owner, app) }

    expect((await sendForm(crm, '/oauth/token/', app, withSlash)).status).toBe(200)
    const credentials = { client_id: app.clientId, client_secret: app.clientSecret }
    expect((await sendForm(crm, '/oauth/token', app, { ...inForm, ...credentials }, {})).status).toBe(200)
  })

  test('400 the second time, which ends the tokens it gave', async () => {
    const code = await aCode(crm, crm.owner, app)
    const { body } = await exchange(crm, app, code)
    expect(await statusWith(crm, body.access_token)).toBe(200)

    expect(await exchange(crm, app, code)).toMatchObject(invalidGrant('the code was used before'))

    await expectEnded(crm, body.access_token)
    expect(await refresh(crm, app, body.refresh_token)).toMatchObject(invalidGrant('refresh token is invalid'))
    const [line] = await crm.sql`select action, detail from crm.audit order by id desc limit 1`
    expect(line).toEqual({ action: 'app_uninstalled', detail: { name: 'Dialler', reason: 'a code was used twice' } })
  })

  test('400 after five minutes', async () => {
    const code = await aCode(crm, crm.owner, app)
    const [grant] = await crm.sql<{ minutes: number }[]>`
      select round(extract(epoch from code_expires_time - add_time) / 60)::int as minutes
      from crm.oauth_grant order by id desc limit 1`
    expect(grant?.minutes).toBe(5)
    await crm.sql`update crm.oauth_grant set code_expires_time = now() where code_used_time is null`

    expect(await exchange(crm, app, code)).toMatchObject(invalidGrant('the code has expired'))
  })

  test('400 for another app, which uses nothing up', async () => {
    const code = await aCode(crm, crm.owner, app)

    expect(await exchange(crm, other, code)).toMatchObject(invalidGrant('the code is invalid'))
    expect((await exchange(crm, app, code)).status).toBe(200)
    // After its use too: another app cannot end what it does not have.
    expect(await exchange(crm, other, code)).toMatchObject(invalidGrant('the code is invalid'))
  })

  test('400 with another redirect address than the one it was sent to', async () => {
    const code = await aCode(crm, crm.owner, app)
    const message = 'redirect_uri is not the one that the code was sent to'

    expect(await exchange(crm, app, code, { redirect_uri: `${app.redirectUri}/` })).toMatchObject(invalidGrant(message))
    expect((await exchange(crm, app, code, { redirect_uri: '' })).body.error).toBe('invalid_request')
    expect((await exchange(crm, app, code)).status).toBe(200)
  })

  test('400 when its user was switched off meanwhile', async () => {
    const user = await crm.colleague(crm.owner)
    const code = await aCode(crm, user, app)
    await crm.sql`update crm.app_user set active = false where id = ${user.userId}`

    expect(await exchange(crm, app, code)).toMatchObject(invalidGrant('the code is invalid'))
  })
})

describe('a code that was asked for with a challenge (PKCE)', () => {
  test('works with the verifier alone', async () => {
    const code = await aCode(crm, crm.owner, app, CHALLENGE)

    expect((await exchange(crm, app, code)).body.error).toBe('invalid_request')
    for (const wrong of [VERIFIER.replace('d', 'e'), CHALLENGE, 'short', `${VERIFIER} `])
      expect(await exchange(crm, app, code, { code_verifier: wrong })).toMatchObject(
        invalidGrant('code_verifier does not fit the code_challenge'),
      )
    expect((await exchange(crm, app, code, { code_verifier: VERIFIER })).status).toBe(200)
  })

  test('400 for a verifier where no challenge was given', async () => {
    const code = await aCode(crm, crm.owner, app)

    expect((await exchange(crm, app, code, { code_verifier: VERIFIER })).body.error).toBe('invalid_grant')
  })
})

describe('a refresh token', () => {
  test('gives new tokens of both kinds for sixty days more; the access token before lasts its hour', async () => {
    const before = await tokensOf(crm, crm.owner, app)
    await crm.sql`update crm.oauth_grant set refresh_expires_time = now() + interval '1 minute'`

    const { status, body } = await refresh(crm, app, before.refresh_token)

    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'base,deals:full,users:read', expires_in: 3599 })
    expect(body.access_token).not.toBe(before.access_token)
    expect(body.refresh_token).not.toBe(before.refresh_token)
    for (const token of [before.access_token, body.access_token]) expect(await statusWith(crm, token)).toBe(200)
    const [grant] = await crm.sql<{ days: number }[]>`
      select round(extract(epoch from refresh_expires_time - now()) / 86400)::int as days from crm.oauth_grant
      where refreshed_time is not null order by id desc limit 1`
    expect(grant?.days).toBe(60)
  })

  test('400 when it comes again after its answer, which ends the grant, however long ago it was used', async () => {
    const first = await tokensOf(crm, crm.owner, app)
    const second = (await refresh(crm, app, first.refresh_token)).body
    const third = (await refresh(crm, app, second.refresh_token)).body
    expect(await statusWith(crm, third.access_token)).toBe(200)

    expect(await refresh(crm, app, first.refresh_token)).toMatchObject(invalidGrant('refresh token was used before'))

    await expectEnded(crm, first.access_token, second.access_token, third.access_token)
    expect(await refresh(crm, app, third.refresh_token)).toMatchObject(invalidGrant('refresh token is invalid'))
  })

  test('400 when it comes again at once', async () => {
    const first = await tokensOf(crm, crm.owner, app)
    const second = (await refresh(crm, app, first.refresh_token)).body

    expect((await refresh(crm, app, first.refresh_token)).status).toBe(400)
    await expectEnded(crm, second.access_token)
  })

  test('400 after sixty days without use', async () => {
    const { refresh_token } = await tokensOf(crm, crm.owner, app)
    await crm.sql`update crm.oauth_grant set refresh_expires_time = now()`

    expect(await refresh(crm, app, refresh_token)).toMatchObject(invalidGrant('refresh token has expired'))
  })

  test('400 for another app, and for what is no token; neither ends anything', async () => {
    const { refresh_token } = await tokensOf(crm, crm.owner, app)

    expect(await refresh(crm, other, refresh_token)).toMatchObject(invalidGrant('refresh token is invalid'))
    expect(await refresh(crm, app, 'nonsense')).toMatchObject(invalidGrant('refresh token is invalid'))
    expect((await refresh(crm, app, refresh_token)).status).toBe(200)
  })

  test('400 while its user is switched off', async () => {
    const user = await crm.colleague(crm.owner)
    const { refresh_token } = await tokensOf(crm, user, app)
    await crm.sql`update crm.app_user set active = false where id = ${user.userId}`

    expect(await refresh(crm, app, refresh_token)).toMatchObject(invalidGrant('the user of this token is not active'))
  })

  test('an access token is none, and the other way round', async () => {
    const { access_token, refresh_token } = await tokensOf(crm, crm.owner, app)

    expect((await refresh(crm, app, access_token)).status).toBe(400)
    expect(await statusWith(crm, refresh_token)).toBe(401)
  })
})

describe('400 in the words of OAuth', () => {
  const FIELDS = { grant_type: 'refresh_token', refresh_token: 'x' }
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

  test.each([
    ['no credentials', 'invalid_client', FIELDS, {}],
    ['a client id alone', 'invalid_client', { ...FIELDS, client_id: 'x' }, {}],
    ['a wrong secret', 'invalid_client', FIELDS, basic(`${app.clientId}:wrong`)],
    ['an unknown client', 'invalid_client', FIELDS, basic('nobody:wrong')],
    ['no text between the colons', 'invalid_client', FIELDS, basic(':')],
    ['something that is not base64', 'invalid_client', FIELDS, { authorization: 'Basic ?' }],
    ['the bearer scheme', 'invalid_client', FIELDS, bearer('x')],
    ['no grant type', 'invalid_request', { refresh_token: 'x' }, undefined],
    ['an unknown grant type', 'unsupported_grant_type', { grant_type: 'password' }, undefined],
    ['a grant type of every object', 'unsupported_grant_type', { grant_type: 'constructor' }, undefined],
    ['no code', 'invalid_request', { grant_type: 'authorization_code' }, undefined],
    ['no refresh token', 'invalid_request', { grant_type: 'refresh_token' }, undefined],
    ['a repeated field', 'invalid_request', 'grant_type=refresh_token&grant_type=refresh_token', undefined],
    ['JSON', 'invalid_request', '{}', { authorization: basicOf(app), 'content-type': 'application/json' }],
    ['no body', 'invalid_request', '', undefined],
  ] as const)('for %s: %s', async (_, error, fields, headers) => {
    const reply = await sendForm(crm, '/oauth/token', app, fields, headers)

    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ success: false, message: expect.any(String), error })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})

test('no secret is stored', async () => {
  const code = await aCode(crm, crm.owner, app)
  const { body } = await exchange(crm, app, code)
  await crm.owner.call('GET', '/v1/users/me', undefined, bearer(body.access_token))

  const rows = await crm.sql`select to_jsonb(g) as text from crm.oauth_grant g
    union all select to_jsonb(a) from crm.oauth_access a
    union all select to_jsonb(o) from crm.oauth_app o union all select to_jsonb(l) from crm.audit l`
  const text = JSON.stringify(rows)
  const secrets = [code, body.access_token, body.refresh_token, app.clientSecret]
  for (const secret of secrets) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
