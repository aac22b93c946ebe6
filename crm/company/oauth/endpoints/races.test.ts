import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { heldBack, untilWaiting } from '../../../testing/heldBack.ts'
import { aCode, anApp, basicOf, exchange, expectEnded, refresh, statusWith, tokensOf } from '../../../testing/oauth.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { findApp } from '../appStore.ts'
import { insertGrant } from '../grantStore.ts'

const crm = await startTestCrm()
const app = await anApp(crm, crm.owner)

test('400 for one of two exchanges of a code at once, and the tokens of the other end', async () => {
  const code = await aCode(crm, crm.owner, app)

  const replies = await heldBack(crm, 'lock table crm.oauth_grant in share mode', () => [
    exchange(crm, app, code),
    exchange(crm, app, code),
  ])

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  const given = replies.find(({ status }) => status === 200)?.body
  await expectEnded(crm, given.access_token)
  expect((await refresh(crm, app, given.refresh_token)).status).toBe(400)
})

test('the same answer for a refresh token that comes several times before its answer, to one process or to two', async () => {
  for (const places of [
    [crm, crm],
    [crm, await crm.another()],
  ]) {
    const { refresh_token } = await tokensOf(crm, crm.owner, app)

    const replies = await heldBack(crm, 'select from crm.oauth_grant for update', () =>
      places.map(place => refresh(place, app, refresh_token)),
    )

    const [one, same] = replies
    expect(one?.status).toBe(200)
    expect(same?.body).toEqual(one?.body)
    for (const place of places) expect(await statusWith(place, one?.body.access_token)).toBe(200)
    expect((await refresh(crm, app, one?.body.refresh_token)).status).toBe(200)
  }
})

test('the same answer for a refresh token that was later on its way, and 400 for one sent after the answer', async () => {
  const held = await startTestCrm({ refreshHeldMs: 2000 })
  const here = await anApp(held, held.owner)
  const begin = async (tries: number): Promise<{ refresh_token: string; first: ReturnType<typeof refresh> }> => {
    const { refresh_token } = await tokensOf(held, held.owner, here)
    const first = refresh(held, here, refresh_token)
    const isRefreshed = async () =>
      expect(await held.sql`select from crm.oauth_grant where refreshed_time is not null`).toHaveLength(1)
    await vi.waitFor(isRefreshed, { timeout: 120_000, interval: 10 })
    const [fresh] = await held.sql`select from crm.oauth_grant where refreshed_time > now() - interval '0.5 seconds'`
    if (fresh || tries === 0) return { refresh_token, first }
    // A machine this busy has let the moment pass: once more.
    await first
    await held.sql`delete from crm.oauth_grant`
    return begin(tries - 1)
  }
  const { refresh_token, first } = await begin(5)

  const late = await refresh(held, here, refresh_token)

  expect(late.status).toBe(200)
  expect(late.body).toEqual((await first).body)
  expect(await statusWith(held, late.body.access_token)).toBe(200)
  expect((await refresh(held, here, refresh_token)).status).toBe(400)
  await expectEnded(held, late.body.access_token)
})

test('the same answer for a call that came before the answer and was read after it', async () => {
  const { refresh_token } = await tokensOf(crm, crm.owner, app)
  const early = request(`${crm.origin}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: basicOf(app),
      'content-type': 'application/x-www-form-urlencoded',
      expect: '100-continue',
    },
  })
  early.flushHeaders()
  await once(early, 'continue')
  const first = await refresh(crm, app, refresh_token)

  early.end(new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString())
  const [reply] = await once(early, 'response')

  expect(JSON.parse(await text(reply))).toEqual(first.body)
  expect(await statusWith(crm, first.body.access_token)).toBe(200)
  // Whoever comes after it is another matter.
  expect((await refresh(crm, app, refresh_token)).status).toBe(400)
  await expectEnded(crm, first.body.access_token)
})

test('400 that ends nothing when what another process answered was refreshed in its turn', async () => {
  const { refresh_token } = await tokensOf(crm, crm.owner, app)
  const grant = crm.sql<{ id: number }[]>`select max(id)::int as id from crm.oauth_grant`
  const [{ id } = { id: 0 }] = await grant
  let late: ReturnType<typeof refresh> | undefined
  await crm.sql.begin(async other => {
    await other`update crm.oauth_grant set refresh_digest = '\\x00', answer_sealed = ${Buffer.alloc(60)} where id = ${id}`
    late = refresh(crm, app, refresh_token)
    await untilWaiting(crm, 1)
  })

  expect((await late)?.body).toMatchObject({
    message: 'Invalid grant: refresh token was used by another call at the same time',
  })
  expect(await crm.sql`select from crm.oauth_grant where id = ${id}`).toHaveLength(1)
})

test('no grant for an app that is removed at the same moment', async () => {
  const removed = await anApp(crm, crm.owner)
  const found = await crm.database.read(sql => findApp(sql, removed.clientId))
  if (!found) throw new Error('The app is there')
  const { companyId, userId } = crm.owner
  let granting: Promise<string | undefined> | undefined
  await crm.sql.begin(async sql => {
    await sql`update crm.oauth_app set revoked_time = now() where client_id = ${removed.clientId}`
    granting = crm.database.write(other =>
      insertGrant(other, { companyId, userId, app: found, redirectUri: removed.redirectUri, codeChallenge: undefined }),
    )
    await untilWaiting(crm, 1)
  })

  expect(await granting).toBeUndefined()
})
