import { expect, test } from 'vitest'
import { writeAudit } from '../../../base/access/auditStore.ts'
import { aCode, anApp, basicOf, sendForm, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { openVisitor } from '../../../testing/visitor.ts'
import { forgetOldAudit } from '../store.ts'

const crm = await startTestCrm({ proxies: ['127.0.0.1'] })

interface Entry {
  id: number
  action: string
  subject: string
}

test('an owner walks through what happened to keys, the newest first, and through part of it', async () => {
  const owner = await crm.company()
  for (const name of ['one', 'two', 'three']) await owner.call('POST', '/app/api/tokens', { name })

  const first = await owner.call('GET', '/app/api/audit?limit=2')
  const next = await owner.call('GET', `/app/api/audit?limit=2&cursor=${first.body.additional_data.next_cursor}`)
  const revoked = await owner.call('GET', '/app/api/audit?action=token_revoked')
  const later = await owner.call('GET', '/app/api/audit?since=2100-01-01 00:00:00')
  const wrong = await owner.call('GET', '/app/api/audit?since=soon')

  const names = [...first.body.data, ...next.body.data].map(entry => entry.detail.name)
  expect(names).toEqual(['three', 'two', 'one'])
  expect(first.body.data[0]).toMatchObject({ user_id: owner.userId, action: 'token_created', address: '127.0.0.1' })
  expect(next.body.additional_data.next_cursor).toBeNull()
  expect([revoked.body.data, later.body.data]).toEqual([[], []])
  expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('since') } })
})

test('403 for users without the right; nothing of other companies', async () => {
  const [owner, other] = [await crm.company(), await crm.company()]
  const user = await crm.colleague(owner)
  await owner.call('POST', '/app/api/tokens', { name: 'mine' })

  expect((await user.call('GET', '/app/api/audit')).status).toBe(403)
  expect((await user.call('GET', '/app/api/audit/export')).status).toBe(403)
  expect((await other.call('GET', '/app/api/audit')).body.data).toEqual([])
})

test('the log is downloaded whole as CSV, however long, and that is in the log too', async () => {
  const owner = await crm.company()
  const { companyId } = owner
  await crm.sql`insert into crm.audit (company_id, action, subject)
    select ${companyId}, 'signed_in', '=cmd ' || nr from generate_series(1, 2500) nr`

  const reply = await fetch(`${crm.origin}/app/api/audit/export`, { headers: { 'x-api-token': owner.token } })
  const lines = (await reply.text()).trimEnd().split('\r\n')

  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(lines[0]).toBe('id,time,user_id,email,credential,address,action,subject,detail')
  expect(lines).toHaveLength(1 + 2500 + 1)
  expect(lines[1]).toMatch(/,signed_in,'=cmd 1,\{\}$/)
  expect(lines.at(-1)).toMatch(/,exported,records audit,\{\}$/)
})

test('behind a proxy, entries name the network of the client, whatever was done', async () => {
  const owner = await crm.company()
  const { companyId, userId } = owner
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  const app = await anApp(crm, owner)
  const asApp = (path: string, fields: Record<string, string>) =>
    sendForm(crm, path, app, fields, { ...forwarded, authorization: basicOf(app) })

  await owner.call('POST', '/app/api/tokens', { name: 'one' }, forwarded)
  await fetch(`${crm.origin}/app/api/audit/export`, { headers: { 'x-api-token': owner.token, ...forwarded } }).then(
    reply => reply.text(),
  )
  const person = openVisitor(crm)
  const { cookie } = await crm.session(owner)
  const asked = { client_id: app.clientId, redirect_uri: app.redirectUri }
  await person.post(
    '/oauth/authorize',
    { ...asked, as: `${companyId}:${userId}`, decision: 'allow' },
    { ...forwarded, cookie },
  )
  const code = { code: await aCode(crm, owner, app), redirect_uri: app.redirectUri }
  for (const _ of ['first', 'replay']) await asApp('/oauth/token', { grant_type: 'authorization_code', ...code })
  await asApp('/oauth/revoke', { token: (await tokensOf(crm, owner, app)).refresh_token })
  await tokensOf(crm, owner, app)
  await owner.call('DELETE', `/app/api/installedApps/${app.id}`, undefined, forwarded)

  const entries = await crm.sql`select action, address from crm.audit where company_id = ${companyId} order by id`
  expect(entries.map(({ action }) => action)).toEqual([
    'token_created',
    'exported',
    'app_authorized',
    'app_uninstalled',
    'app_uninstalled',
    'app_uninstalled',
  ])
  expect(new Set(entries.map(({ address }) => address))).toEqual(new Set(['203.0.113.9']))
})

test('entries are kept for 400 days', async () => {
  const owner = await crm.company()
  const { companyId } = owner
  await crm.sql`insert into crm.audit (company_id, action, time) values
    (${companyId}, 'signed_in', now() - interval '399 days'), (${companyId}, 'signed_out', now() - interval '401 days')`
  await writeAudit(crm.sql, { companyId, action: 'signed_in', subject: 1 })

  await forgetOldAudit(crm.sql)

  const { body } = await owner.call('GET', '/app/api/audit')
  expect(body.data.map((entry: Entry) => entry.action)).toEqual(['signed_in', 'signed_in'])
})
