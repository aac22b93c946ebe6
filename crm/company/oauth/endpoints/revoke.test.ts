import { expect, test } from 'vitest'
import { anApp, expectEnded, refresh, sendForm, statusWith, type TestApp, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const app = await anApp(crm, crm.owner)
const other = await anApp(crm, crm.owner)
const revoke = (of: TestApp, token: string, hint?: string) =>
  sendForm(crm, '/oauth/revoke?', of, { token, ...(hint && { token_type_hint: hint }) })

test.each([
  'access_token',
  'refresh_token',
  'other',
  undefined,
])('an access token ends alone, with the hint %s, also when it is encoded twice', async hint => {
  for (const encode of [(text: string) => text, encodeURIComponent]) {
    const tokens = await tokensOf(crm, crm.owner, app)
    expect(await statusWith(crm, tokens.access_token)).toBe(200)

    const reply = await revoke(app, encode(tokens.access_token), hint)

    expect([reply.status, reply.body]).toEqual([200, undefined])
    await expectEnded(crm, tokens.access_token)
    expect((await refresh(crm, app, tokens.refresh_token)).status).toBe(200)
  }
})

test.each([
  'access_token',
  'refresh_token',
  undefined,
])('with a refresh token and the hint %s the app is uninstalled: everything of this user ends, nothing of others', async hint => {
  const colleague = await crm.colleague(crm.owner)
  const elsewhere = await tokensOf(crm, crm.owner, app)
  const tokens = await tokensOf(crm, crm.owner, app)
  const [ofColleague, ofOther] = [await tokensOf(crm, colleague, app), await tokensOf(crm, crm.owner, other)]

  expect((await revoke(app, tokens.refresh_token, hint)).status).toBe(200)

  await expectEnded(crm, tokens.access_token, elsewhere.access_token)
  for (const ended of [tokens, elsewhere]) expect((await refresh(crm, app, ended.refresh_token)).status).toBe(400)
  for (const { access_token } of [ofColleague, ofOther]) expect(await statusWith(crm, access_token)).toBe(200)
  const [line] = await crm.sql`select action, subject, user_id from crm.audit order by id desc limit 1`
  expect(line).toEqual({ action: 'app_uninstalled', subject: `app ${app.id}`, user_id: crm.owner.userId })
})

test('200 for what is no token, and for the tokens of another app, which stay', async () => {
  const { access_token, refresh_token } = await tokensOf(crm, crm.owner, other)

  for (const token of ['nonsense', `v1u:${'A'.repeat(43)}`, '%', access_token, refresh_token])
    expect((await revoke(app, token)).status).toBe(200)

  expect(await statusWith(crm, access_token)).toBe(200)
  expect((await refresh(crm, other, refresh_token)).status).toBe(200)
})

test('400 without a token, and without the credentials of the app', async () => {
  const { access_token } = await tokensOf(crm, crm.owner, app)

  expect(await sendForm(crm, '/oauth/revoke', app, {})).toMatchObject({
    status: 400,
    body: { success: false, error: 'invalid_request' },
  })
  expect(await sendForm(crm, '/oauth/revoke', app, { token: access_token }, {})).toMatchObject({
    status: 400,
    body: { success: false, error: 'invalid_client' },
  })
  expect(await statusWith(crm, access_token)).toBe(200)
})
