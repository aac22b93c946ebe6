import { expect, vi } from 'vitest'
import { createApp } from '../company/oauth/createApp.ts'
import { insertGrant } from '../company/oauth/grantStore.ts'
import { TEST_SECRET, type TestCrm, type TestUser } from './startTestCrm.ts'

export interface TestApp {
  id: number
  companyId: number
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** An OAuth app that the company of a user registered. */
export async function anApp(
  crm: TestCrm,
  { companyId }: TestUser,
  { scopes = ['deals:full'], redirectUri = 'http://localhost:9/callback' } = {},
): Promise<TestApp> {
  const made = await createApp(crm.sql, { companyId, name: 'Dialler', redirectUri, scopes }, TEST_SECRET)
  return { companyId, redirectUri, ...made }
}

/** A code that the app of a user who agreed is sent. */
export async function aCode(crm: TestCrm, user: TestUser, app: TestApp, codeChallenge?: string): Promise<string> {
  const { companyId, userId } = user
  const code = await insertGrant(crm.sql, { companyId, userId, app, redirectUri: app.redirectUri, codeChallenge })
  if (!code) throw new Error('There is no such app')
  return code
}

export const basicOf = ({ clientId, clientSecret }: TestApp) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

/** Sends a form to an endpoint of OAuth with the credentials of the app, or with other headers. */
export async function sendForm(
  crm: { origin: string },
  path: string,
  app: TestApp,
  fields: Record<string, string> | string,
  headers: Record<string, string> = { authorization: basicOf(app) },
) {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const reply = await fetch(crm.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) }
}

export const exchange = (crm: TestCrm, app: TestApp, code: string, rest: Record<string, string> = {}) =>
  sendForm(crm, '/oauth/token', app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    ...rest,
  })

export const refresh = (crm: { origin: string }, app: TestApp, refreshToken: string) =>
  sendForm(crm, '/oauth/token', app, { grant_type: 'refresh_token', refresh_token: refreshToken })

export interface TestTokens {
  access_token: string
  refresh_token: string
}

/** The tokens of an app that a user agreed to. */
export async function tokensOf(crm: TestCrm, user: TestUser, app: TestApp): Promise<TestTokens> {
  return (await exchange(crm, app, await aCode(crm, user, app))).body
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The status of a call with an access token. */
export async function statusWith(
  crm: { origin: string },
  token: string,
  path = '/v1/users/me',
  method = 'GET',
): Promise<number> {
  const reply = await fetch(crm.origin + path, { method, headers: bearer(token) })
  await reply.body?.cancel()
  return reply.status
}

/** An end is heard by every process a moment after it was committed. */
export async function expectEnded(crm: { origin: string }, ...tokens: string[]): Promise<void> {
  for (const token of tokens) await vi.waitFor(async () => expect(await statusWith(crm, token)).toBe(401), 120_000)
}
