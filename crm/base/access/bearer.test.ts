import { describe, expect, test } from 'vitest'
import { anApp, bearer, expectEnded, statusWith, tokensOf } from '../../testing/oauth.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const app = await anApp(crm, crm.owner, { scopes: ['deals:read'] })

const call = (headers: Record<string, string>, path = '/v1/users/me') => fetch(crm.origin + path, { headers })

test('an access token opens what its scopes open, as its user', async () => {
  const colleague = await crm.colleague(crm.owner)
  const { access_token } = await tokensOf(crm, colleague, app)

  const me = await (await call(bearer(access_token))).json()

  expect(me).toMatchObject({ success: true, data: { id: colleague.userId, company_id: colleague.companyId } })
  expect(await statusWith(crm, access_token, '/api/v2/deals')).toBe(200)
})

test('403 with the documented body for what was not granted', async () => {
  const { access_token } = await tokensOf(crm, crm.owner, app)

  const reply = await call(bearer(access_token), '/api/v2/persons')

  expect(reply.status).toBe(403)
  expect(await reply.json()).toMatchObject({ success: false, error: 'Scope and URL mismatch', errorCode: 403 })
})

describe('400 for a header that is malformed', () => {
  test.each([
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer "x"',
    'v1u:abc',
    'Digest username="x"',
    'Basic',
    'Basic ?',
  ])('%s', async authorization => {
    const reply = await call({ authorization })

    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ success: false, errorCode: 400, field: 'authorization' })
  })
})

describe('beside an API token', () => {
  test.each([
    'Bearer',
    'Bearer undefined',
    'Bearer null',
    'Bearer a b',
    'x',
  ])('the API token counts, not %s', async authorization => {
    expect((await call({ authorization, 'x-api-token': crm.owner.token })).status).toBe(200)
    expect((await call({ authorization }, `/v1/users/me?api_token=${crm.owner.token}`)).status).toBe(200)
    expect((await call({ authorization, 'x-api-token': '0'.repeat(40) })).status).toBe(401)
  })
})

describe('401', () => {
  test.each(['undefined', 'v1u:', `v1u:${'A'.repeat(43)}`, 'x'])('for the access token %s', async token => {
    expect(await statusWith(crm, token)).toBe(401)
  })

  test('after its hour', async () => {
    const { access_token } = await tokensOf(crm, crm.owner, app)
    expect(await statusWith(crm, access_token)).toBe(200)
    const [access] = await crm.sql<{ minutes: number }[]>`
      select round(extract(epoch from expires_time - now()) / 60)::int as minutes from crm.oauth_access
      order by expires_time desc limit 1`
    expect(access?.minutes).toBe(60)

    await crm.sql`update crm.oauth_access set expires_time = now()`

    // What is remembered of it is forgotten within a second, without a notice.
    await new Promise(resolve => setTimeout(resolve, 1_100))
    expect(await statusWith(crm, access_token)).toBe(401)
  })

  test('when its user is switched off', async () => {
    const colleague = await crm.colleague(crm.owner)
    const { access_token } = await tokensOf(crm, colleague, app)
    expect(await statusWith(crm, access_token)).toBe(200)

    await crm.sql`update crm.app_user set active = false where id = ${colleague.userId}`

    await expectEnded(crm, access_token)
  })

  test('when its grant or its app is gone', async () => {
    const mine = await anApp(crm, crm.owner)
    const [ended, orphaned] = [await tokensOf(crm, crm.owner, app), await tokensOf(crm, crm.owner, mine)]
    for (const { access_token } of [ended, orphaned]) expect(await statusWith(crm, access_token)).toBe(200)

    await crm.sql`delete from crm.oauth_grant where app_id = ${app.id}`
    await expectEnded(crm, ended.access_token)
    await crm.sql`delete from crm.oauth_app where id = ${mine.id}`
    await expectEnded(crm, orphaned.access_token)
  })
})
