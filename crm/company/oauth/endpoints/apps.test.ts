import { describe, expect, test } from 'vitest'
import { anApp, bearer, sendForm, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const APP = { name: 'Dialler', redirect_uri: 'https://app.example/callback', scopes: ['deals:full', 'deals:full'] }
const register = (body: unknown, user = crm.owner) => user.call('POST', '/oauth/apps', body)

test('an admin of the account registers an app and sees its secret this once', async () => {
  const { status, body } = await register(APP)

  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    data: {
      client_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
  })
  const { client_id: clientId, client_secret: clientSecret } = body.data
  const app = { id: 0, companyId: 0, redirectUri: '', clientId, clientSecret }
  expect((await sendForm(crm, '/oauth/revoke', app, { token: 'x' })).status).toBe(200)
  const [stored] = await crm.sql`select scopes, creator_id from crm.oauth_app where client_id = ${clientId}`
  expect(stored).toEqual({ scopes: ['base', 'deals:full'], creator_id: crm.owner.userId })
  const [line] = await crm.sql`select detail from crm.audit where action = 'app_created'`
  expect(line?.detail).toEqual({ name: 'Dialler', redirect_uri: APP.redirect_uri, scopes: ['base', 'deals:full'] })
  expect(JSON.stringify(line)).not.toContain(clientSecret)
})

describe('400 naming the field', () => {
  test.each([
    ['name', { ...APP, name: ' ' }],
    ['name', { ...APP, name: undefined }],
    ['redirect_uri', { ...APP, redirect_uri: 'callback' }],
    ['redirect_uri', { ...APP, redirect_uri: 'http://app.example/callback' }],
    ['redirect_uri', { ...APP, redirect_uri: 'javascript:alert(1)' }],
    ['redirect_uri', { ...APP, redirect_uri: 'https://app.example/#here' }],
    ['redirect_uri', { ...APP, redirect_uri: 'https://user:password@app.example/' }],
    ['redirect_uri', { ...APP, redirect_uri: 'https://app.example/ü' }],
    ['redirect_uri', { ...APP, redirect_uri: 'https://app.example/\r\nx: y' }],
    ['scopes', { ...APP, scopes: ['everything'] }],
    ['scopes', { ...APP, scopes: ['constructor'] }],
    ['secret', { ...APP, secret: 'mine' }],
  ])('%s', async (field, body) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { success: false, field } })
  })
})

describe('403', () => {
  test('for somebody who is no admin of the account', async () => {
    expect((await register(APP, await crm.colleague(crm.owner))).status).toBe(403)
  })

  test('for a token limited to scopes, and for an app: it could register another for itself', async () => {
    const limited = await crm.colleague(crm.owner, { admin: true, scopes: ['admin'] })
    expect((await register(APP, limited)).status).toBe(403)

    const { access_token } = await tokensOf(crm, crm.owner, await anApp(crm, crm.owner, { scopes: ['admin'] }))
    const headers = { 'content-type': 'application/json', ...bearer(access_token) }
    const reply = await fetch(`${crm.origin}/oauth/apps`, { method: 'POST', headers, body: JSON.stringify(APP) })
    expect(reply.status).toBe(403)
  })
})

test('401 without a credential, in the body of the CRM', async () => {
  const reply = await fetch(`${crm.origin}/oauth/apps`, { method: 'POST' })

  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ success: false, error: 'unauthorized access', errorCode: 401 })
})
