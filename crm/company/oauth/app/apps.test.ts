import { describe, expect, test } from 'vitest'
import { aCode, anApp, exchange, expectEnded, refresh, statusWith, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const stranger = await crm.company()

test('the apps of a company are listed for its admins, without their secrets', async () => {
  const owner = await crm.company()
  const app = await anApp(crm, owner)

  const { body } = await owner.call('GET', '/app/api/apps')

  expect(body.data).toEqual([
    {
      id: app.id,
      client_id: app.clientId,
      name: 'Dialler',
      redirect_uri: app.redirectUri,
      scopes: ['base', 'deals:full'],
      add_time: expect.any(String),
    },
  ])
  expect((await stranger.call('GET', '/app/api/apps')).body.data).toEqual([])
})

test('another address counts from now on; a code that went to the former one is exchanged with that', async () => {
  const app = await anApp(crm, crm.owner)
  const code = await aCode(crm, crm.owner, app)
  const redirect_uri = 'https://app.example/new'

  const { status, body } = await crm.owner.call('PUT', `/app/api/apps/${app.id}`, { redirect_uri })

  expect([status, body.data.redirect_uri]).toEqual([200, redirect_uri])
  const asked = (uri: string) =>
    fetch(`${crm.origin}/oauth/authorize?client_id=${app.clientId}&redirect_uri=${encodeURIComponent(uri)}`, {
      redirect: 'manual',
    })
  expect((await asked(app.redirectUri)).status).toBe(400)
  expect((await asked(redirect_uri)).status).toBe(303)
  expect((await exchange(crm, app, code)).status).toBe(200)
  const put = (uri: string) => crm.owner.call('PUT', `/app/api/apps/${app.id}`, { redirect_uri: uri })
  expect(await put('http://app.example/')).toMatchObject({ status: 400, body: { field: 'redirect_uri' } })
})

test('a removed app is gone everywhere: tokens in every company, its credentials, its page', async () => {
  const app = await anApp(crm, crm.owner)
  const [here, there] = [await tokensOf(crm, crm.owner, app), await tokensOf(crm, stranger, app)]
  const code = await aCode(crm, stranger, app)
  for (const { access_token } of [here, there]) expect(await statusWith(crm, access_token)).toBe(200)

  expect((await crm.owner.call('DELETE', `/app/api/apps/${app.id}`)).status).toBe(200)

  await expectEnded(crm, here.access_token, there.access_token)
  expect((await refresh(crm, app, there.refresh_token)).body.error).toBe('invalid_client')
  expect((await exchange(crm, app, code)).body.error).toBe('invalid_client')
  expect((await crm.owner.call('DELETE', `/app/api/apps/${app.id}`)).status).toBe(404)
  const [line] =
    await crm.sql`select subject, detail from crm.audit where action = 'app_removed' order by id desc limit 1`
  expect(line).toEqual({ subject: `app ${app.id}`, detail: { name: 'Dialler' } })
})

describe('what others may not do', () => {
  test('404 for the app of another company, which stays', async () => {
    const app = await anApp(crm, crm.owner)
    const path = `/app/api/apps/${app.id}`

    expect((await stranger.call('PUT', path, { redirect_uri: 'https://evil.example/' })).status).toBe(404)
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    expect((await tokensOf(crm, crm.owner, app)).access_token).toBeDefined()
  })

  test('403 for somebody who is no admin of the account', async () => {
    const [app, colleague] = [await anApp(crm, crm.owner), await crm.colleague(crm.owner)]

    expect((await colleague.call('GET', '/app/api/apps')).status).toBe(403)
    expect((await colleague.call('DELETE', `/app/api/apps/${app.id}`)).status).toBe(403)
    const put = await colleague.call('PUT', `/app/api/apps/${app.id}`, { redirect_uri: 'https://evil.example/' })
    expect(put.status).toBe(403)
  })
})
