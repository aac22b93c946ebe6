import { WebhooksApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { aDeal, aPerson } from '../../testing/builders.ts'
import { aCode, anApp, exchange } from '../../testing/oauth.ts'
import { aReceiver, aWebhook, deliveriesOf, type Receiver } from '../../testing/receiver.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm({ privateTargets: true })
const [receiver, other] = [await aReceiver(), await aReceiver()]

const body = { subscription_url: receiver.url, event_action: '*', event_object: '*', name: 'Test' }

test('the official client makes, lists and deletes webhooks, and what it asked for arrives', async () => {
  const user = await crm.company()
  const api = new WebhooksApi(user.v1)

  const { data: made, ...beside } = await api.addWebhook({
    AddWebhookRequest: {
      subscription_url: receiver.url,
      event_action: 'create',
      event_object: 'deal',
      name: 'Deals',
      http_auth_user: 'me',
      http_auth_password: 'secret',
    },
  })
  expect(beside).toMatchObject({ success: true, status: 'ok' })
  expect(made).toMatchObject({
    company_id: user.companyId,
    owner_id: user.userId,
    user_id: user.userId,
    admin_id: user.userId,
    name: 'Deals',
    subscription_url: receiver.url,
    event_action: 'create',
    event_object: 'deal',
    version: '2.0',
    type: 'general',
    is_active: 1,
    remove_time: null,
    http_auth_user: 'me',
    http_auth_password: null,
    last_delivery_time: null,
  })
  await aDeal(user, { title: 'Told' })
  await crm.courier.deliverDue()
  expect(receiver.taken()[0]?.body).toMatchObject({
    meta: { action: 'create', webhook_id: String(made?.id) },
    data: { title: 'Told' },
  })

  const { data: listed } = await api.getWebhooks()
  expect(listed).toMatchObject([{ id: made?.id, last_http_status: 200, last_delivery_time: expect.any(String) }])
  expect(await api.deleteWebhook({ id: made?.id ?? 0 })).toMatchObject({ success: true, status: 'ok' })
  expect((await api.getWebhooks()).data).toEqual([])
  await aDeal(user)
  await crm.courier.deliverDue()
  expect(receiver.taken()).toEqual([])
})

test('older callers send no name and no version: the older names of actions mean version 1.0', async () => {
  const user = await crm.company()
  const asked = { subscription_url: receiver.url, event_action: 'added', event_object: 'activityType' }

  const made = await user.call('POST', '/v1/webhooks', asked)

  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({ ...asked, version: '1.0', name: 'added.activityType' })
})

const REFUSED = [
  ['subscription_url', { subscription_url: 'nowhere' }],
  ['subscription_url', { subscription_url: 'ftp://example.com' }],
  ['subscription_url', { subscription_url: 'https://me:secret@example.com' }],
  ['subscription_url', { subscription_url: 'http://portico.test/v1/deals' }],
  ['event_action', { event_action: 'burn' }],
  ['event_action', { event_action: 'added', version: '2.0' }],
  ['event_object', { event_object: 'cat' }],
  ['version', { version: '3.0' }],
  ['user_id', { user_id: 999_999 }],
] as const

test.each(REFUSED)('400 that names %s for %j, in the words of webhooks', async (field, wrong) => {
  const { status, body: refused } = await crm.owner.call('POST', '/v1/webhooks', { ...body, ...wrong })

  expect(status).toBe(400)
  expect(refused).toMatchObject({ success: false, status: 'error', errors: { [field]: [expect.any(String)] } })
})

test('400 for private targets, unless the server allows them', async () => {
  const closed = await startTestCrm()
  for (const subscription_url of [
    receiver.url,
    'http://localhost/x',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://169.254.169.254/',
  ])
    expect((await closed.owner.call('POST', '/v1/webhooks', { ...body, subscription_url })).status).toBe(400)
})

test('404 for webhooks that are not there, of others and of other companies; 403 for the rights of others', async () => {
  const colleague = await crm.colleague(crm.owner)
  const stranger = await crm.company()
  const { id } = await aWebhook(crm.owner, receiver)
  for (const user of [colleague, stranger]) {
    for (const [method, path] of OF_ONE) {
      const refused = await user.call(method, path.replace('{id}', String(id)), method === 'GET' ? undefined : {})
      expect([path, refused.status]).toEqual([path, 404])
    }
    expect((await user.call('GET', '/v1/webhooks')).body.data).toEqual([])
  }
  const missing = await crm.owner.call('DELETE', '/v1/webhooks/999999')
  expect(missing.body).toMatchObject({ success: false, status: 'error', errors: { id: ['not found'] } })
  const forbidden = await colleague.call('POST', '/v1/webhooks', { ...body, user_id: crm.owner.userId })
  expect([forbidden.status, forbidden.body.message]).toEqual([403, 'Forbidden'])
})

const OF_ONE = [
  ['DELETE', '/v1/webhooks/{id}'],
  ['GET', '/v2/webhooks/{id}'],
  ['PATCH', '/v2/webhooks/{id}'],
  ['POST', '/v2/webhooks/{id}/secret'],
  ['GET', '/v2/webhooks/{id}/deliveries'],
  ['POST', '/v2/webhooks/{id}/redeliver'],
  ['POST', '/v2/webhooks/{id}/test'],
] as const

test('422 for the 41st webhook of a user, also when two are made at once', async () => {
  const user = await crm.company()
  for (let n = 0; n < 39; n++) await aWebhook(user, receiver)

  const replies = await Promise.all([1, 2, 3].map(() => user.call('POST', '/v1/webhooks', body)))

  expect(replies.map(reply => reply.status).sort()).toEqual([201, 422, 422])
})

test('a webhook of an app is shown to that app alone, and goes when the app is uninstalled', async () => {
  const user = await crm.company()
  const app = await anApp(crm, user, { scopes: ['admin', 'deals:full'] })
  const { body: tokens } = await exchange(crm, app, await aCode(crm, user, app))
  const asApp = (method: string, path: string, sent?: object) =>
    user.call(method, path, sent, { authorization: `Bearer ${tokens.access_token}`, 'x-api-token': '' })
  const { body: made } = await asApp('POST', '/v1/webhooks', body)
  expect(made.data).toMatchObject({ type: 'application', is_active: 1 })

  expect((await user.call('GET', '/v1/webhooks')).body.data).toEqual([])
  expect((await user.call('GET', `/v2/webhooks/${made.data.id}`)).status).toBe(404)
  expect((await asApp('GET', '/v1/webhooks')).body.data).toMatchObject([{ id: made.data.id }])

  await user.call('DELETE', `/app/api/installedApps/${app.id}`)
  const left = await crm.sql`select id from crm.webhook where company_id = ${user.companyId}`
  expect(left).toEqual([])
})

test('what is changed shows in v2, and is refused as when it is made', async () => {
  const { id } = await aWebhook(crm.owner, receiver, { event_action: 'create' })

  const changed = await crm.owner.call('PATCH', `/v2/webhooks/${id}`, {
    name: 'Renamed',
    event_action: 'change',
    event_object: 'deal',
    http_auth_password: 'new',
    status: 'paused',
  })

  expect(changed.body.data).toMatchObject({
    name: 'Renamed',
    event_action: 'change',
    event_object: 'deal',
    has_http_auth_password: true,
    status: 'paused',
    pause_reason: 'Paused by hand',
    pause_time: expect.any(String),
  })
  const refused = await crm.owner.call('PATCH', `/v2/webhooks/${id}`, { event_action: 'added' })
  expect(refused.body).toMatchObject({ errorCode: 400, field: 'event_action' })
})

/** A company with a webhook on deals; the second receiver is free for another one. */
async function aHook(values: object = {}) {
  const user = await crm.company()
  for (const one of [receiver, other]) {
    one.answer = 200
    one.taken()
  }
  const hook = await aWebhook(user, receiver, { event_object: 'deal', ...values })
  return { user, hook, receiver, deliver: () => crm.courier.deliverDue() }
}

test('only what its user may see is sent, deletions included, with those who may see it', async () => {
  const { user, receiver, deliver } = await aHook({ event_object: 'person' })
  const colleague = await crm.colleague(user)
  await aWebhook(user, other, { event_object: '*', user_id: colleague.userId })
  const { id: open } = await aPerson(user, { name: 'Open' })
  const { id: hidden } = await aPerson(user, { name: 'Hidden', visible_to: 1 })
  await user.call('POST', '/v1/notes', { content: 'About the hidden one', person_id: hidden })
  await user.call('DELETE', `/v2/persons/${hidden}`)
  await user.call('DELETE', `/v2/persons/${open}`)
  await deliver()

  // Records have their own order each, and none among each other.
  const told = (to: Receiver) =>
    Object.fromEntries(
      to
        .taken()
        .map(({ body: { meta } }) => [
          `${meta.action} ${meta.entity} ${meta.entity_id}`,
          meta.permitted_user_ids.map(Number),
        ]),
    )
  const both = [user.userId, colleague.userId]
  expect(told(receiver)).toEqual({
    [`create person ${open}`]: both,
    [`create person ${hidden}`]: [user.userId],
    [`delete person ${hidden}`]: [user.userId],
    [`delete person ${open}`]: both,
  })
  expect(told(other)).toEqual({ [`create person ${open}`]: both, [`delete person ${open}`]: both })
})

test('a webhook ends with its user: nothing is sent, and it says why', async () => {
  const { user, deliver } = await aHook({ event_action: 'create' })
  const colleague = await crm.colleague(user)
  const { id } = await aWebhook(user, other, { event_object: 'deal', user_id: colleague.userId })
  await user.call('PUT', `/v1/users/${colleague.userId}`, { active_flag: false })
  await aDeal(user)
  await deliver()

  expect(other.taken()).toEqual([])
  const listed = (await user.call('GET', '/v1/webhooks')).body.data.find((one: { id: number }) => one.id === id)
  expect(listed).toMatchObject({ is_active: 0, remove_reason: 'Its user is switched off' })
  expect((await user.call('PATCH', `/v2/webhooks/${id}`, { status: 'active' })).status).toBe(409)
})

test('deliveries are sent again, one or all since a time, with the same ids', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  await aDeal(user, { title: 'One' })
  await aDeal(user, { title: 'Two' })
  await deliver()
  const before = receiver.taken()
  const listed = await deliveriesOf(user, hook.id)
  expect(listed).toMatchObject([{ status: 'delivered', answer: 'thanks', http_status: 200 }, { status: 'delivered' }])

  const again = await user.call('POST', `/v2/webhooks/${hook.id}/redeliver`, { delivery_id: listed[1].id })
  await deliver()
  const all = await user.call('POST', `/v2/webhooks/${hook.id}/redeliver`, { since: '2026-01-01T00:00:00Z' })
  await deliver()

  expect([again.body.data, all.body.data]).toEqual([
    { count: 1, more: false },
    { count: 2, more: false },
  ])
  const sent = receiver.taken()
  expect(sent.map(({ body }) => body.data.title)).toEqual(['One', 'One', 'Two'])
  expect(sent[0]?.headers['webhook-id']).toBe(before[0]?.headers['webhook-id'])
  const refused = await user.call('POST', `/v2/webhooks/${hook.id}/redeliver`, {})
  expect(refused.body).toMatchObject({ errorCode: 400, field: 'delivery_id' })
  expect((await user.call('POST', `/v2/webhooks/${hook.id}/redeliver`, { delivery_id: 999_999 })).status).toBe(404)
})

test('a test is sent at once, also while the webhook is paused, and says what the receiver answered', async () => {
  const { user, hook, receiver } = await aHook()
  await user.call('PATCH', `/v2/webhooks/${hook.id}`, { status: 'paused' })
  receiver.answer = (_, response) => response.writeHead(418).end('short and stout')

  const { body } = await user.call('POST', `/v2/webhooks/${hook.id}/test`)

  expect(body.data).toMatchObject({ event: 'test.deal', status: 'failed', http_status: 418, answer: 'short and stout' })
  expect(receiver.taken()[0]?.body).toMatchObject({ meta: { action: 'test', entity: 'deal' }, data: null })
  expect(await deliveriesOf(user, hook.id)).toMatchObject([{ event: 'test.deal', status: 'failed' }])
})
