import { ChannelsApi, MeetingsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { anApp, bearer, tokensOf } from '../../../testing/oauth.ts'
import { type Reply, startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const channels = new ChannelsApi(owner.v1)
const colleague = await crm.colleague(owner)

const MESSAGE = {
  id: 'm1',
  sender_id: 's1',
  conversation_id: 'c1',
  message: 'Hello',
  status: 'sent',
  created_at: '2026-03-01 08:00',
} as const

let made = 0
const aChannel = async (user = owner) => {
  const provider_channel_id = `channel ${made++}`
  const { data } = await new ChannelsApi(user.v1).addChannel({
    AddChannelRequest: { name: 'Shop', provider_channel_id },
  })
  return { id: data?.id ?? '', provider_channel_id }
}

/** A call of an app that the owner agreed to. */
async function asApp(scopes: string[]) {
  const app = await anApp(crm, owner, { scopes })
  const { access_token } = await tokensOf(crm, owner, app)
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(crm.origin + path, {
      method,
      headers: { ...bearer(access_token), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as Reply['body'] }
  }
  return { call, clientId: app.clientId }
}

describe('channels, with the official client', () => {
  test('a channel is registered, takes messages once each, and goes with its conversations', async () => {
    const added = await channels.addChannel({
      AddChannelRequest: {
        name: 'Shop',
        provider_channel_id: 'shop',
        provider_type: 'whatsapp',
        template_support: true,
      },
    })
    expect(added.data).toMatchObject({
      name: 'Shop',
      provider_channel_id: 'shop',
      avatar_url: null,
      provider_type: 'whatsapp',
      template_support: true,
      pd_company_id: owner.companyId,
      pd_user_id: owner.userId,
      marketplace_client_id: 'api',
    })
    const id = added.data?.id ?? ''
    const attachments = [{ id: 'a', type: 'image/png', url: 'https://example.com/a.png', size: 10 }]
    const ReceiveMessageRequest = { ...MESSAGE, channel_id: 'shop', attachments }

    const first = await channels.receiveMessage({ ReceiveMessageRequest })
    await channels.receiveMessage({ ReceiveMessageRequest: { ...ReceiveMessageRequest, status: 'read' } })
    await channels.receiveMessage({
      ReceiveMessageRequest: { ...MESSAGE, channel_id: id, id: 'm2', conversation_id: 'c2' },
    })

    expect(first.data).toEqual(ReceiveMessageRequest)
    const path = `/app/api/channels/${id}/conversations`
    expect((await owner.call('GET', `${path}/c1/messages`)).body.data).toEqual([
      { id: 'm1', sender_id: 's1', message: 'Hello', status: 'read', created_at: '2026-03-01T08:00:00Z', attachments },
    ])
    expect((await owner.call('GET', path)).body.data).toMatchObject([
      { conversation_id: 'c1', messages: 1 },
      { conversation_id: 'c2', messages: 1 },
    ])
    expect((await owner.call('GET', '/app/api/channels')).body.data).toMatchObject([{ id }])

    await channels.deleteConversation({ channel_id: 'shop', conversation_id: 'c1' })
    expect((await owner.call('GET', path)).body.data).toMatchObject([{ conversation_id: 'c2' }])
    await channels.deleteChannel({ id: 'shop' })
    expect(await crm.sql`select from crm.channel_message where channel_id = ${id}`).toEqual([])
    expect((await owner.call('DELETE', '/v1/channels/shop')).body).toMatchObject({
      success: false,
      errorCode: 400,
      additional_data: { code: 'ERR_CHANNEL_NOT_FOUND' },
    })
  })

  test('only the app that registered a channel may touch it', async () => {
    const [mine, other] = [await asApp(['messengers-integration']), await asApp(['messengers-integration'])]
    const { body } = await mine.call('POST', '/v1/channels', { name: 'App', provider_channel_id: 'of app' })
    expect(body.data.marketplace_client_id).toBe(mine.clientId)
    const message = { ...MESSAGE, channel_id: 'of app' }

    for (const call of [other.call, owner.call]) {
      expect((await call('POST', '/v1/channels/messages/receive', message)).status).toBe(403)
      const removed = await call('DELETE', `/v1/channels/${body.data.id}/conversations/c1`)
      expect([removed.status, removed.body.additional_data.code]).toEqual([403, 'ERR_CHANNEL_OF_ANOTHER_APP'])
      expect((await call('DELETE', '/v1/channels/of%20app')).status).toBe(403)
    }
    expect((await mine.call('POST', '/v1/channels/messages/receive', message)).status).toBe(200)
    // The same id at another app is another channel.
    expect((await other.call('POST', '/v1/channels', { name: 'B', provider_channel_id: 'of app' })).status).toBe(200)
    expect((await mine.call('DELETE', '/v1/channels/of%20app')).status).toBe(200)
    expect((await other.call('POST', '/v1/channels/messages/receive', message)).status).toBe(200)
  })

  test('a channel of somebody else is out of sight, but for admins', async () => {
    const { id } = await aChannel()
    const own = await aChannel(colleague)

    expect((await colleague.call('GET', `/app/api/channels/${id}/conversations`)).status).toBe(404)
    expect((await colleague.call('GET', '/app/api/channels')).body.data).toMatchObject([{ id: own.id }])
    expect((await owner.call('GET', `/app/api/channels/${own.id}/conversations`)).status).toBe(200)
  })

  test.each([
    ['POST', '/v1/channels', { provider_channel_id: 'x' }, 'name'],
    ['POST', '/v1/channels', { name: 'x', provider_channel_id: 'x', provider_type: 'fax' }, 'provider_type'],
    ['POST', '/v1/channels/messages/receive', { ...MESSAGE, channel_id: 'nowhere' }, 'channel_id'],
    ['POST', '/v1/channels/messages/receive', { ...MESSAGE, channel_id: 'x', status: 'lost' }, 'status'],
  ])('400 from %s %s names the field', async (method, path, body, field) => {
    const reply = await owner.call(method, path, body)
    expect([reply.status, reply.body.field]).toEqual([400, field])
  })

  test('400 for a channel that is registered already, and for a time that is none', async () => {
    const { provider_channel_id } = await aChannel()
    const again = await owner.call('POST', '/v1/channels', { name: 'x', provider_channel_id })
    const late = { ...MESSAGE, channel_id: provider_channel_id, created_at: 'now' }
    const timeless = await owner.call('POST', '/v1/channels/messages/receive', late)

    expect([again.status, again.body.field]).toEqual([400, 'provider_channel_id'])
    expect([timeless.status, timeless.body.field]).toEqual([400, 'created_at'])
  })
})

describe('links to video-call apps', () => {
  const link = { user_provider_id: '123e4567-e89b-12d3-a456-426614174000', marketplace_client_id: 'zoomer' }
  const linked = () => crm.sql`
    select user_provider_id, user_id, marketplace_client_id from crm.user_provider_link where company_id = ${owner.companyId}`

  test('are saved, once however often, and removed, with the official client', async () => {
    const meetings = new MeetingsApi(owner.v1)
    const AddUserProviderLinkRequest = { ...link, user_id: owner.userId, company_id: owner.companyId }

    const saved = await meetings.saveUserProviderLink({ AddUserProviderLinkRequest })
    await meetings.saveUserProviderLink({
      AddUserProviderLinkRequest: { ...AddUserProviderLinkRequest, user_id: colleague.userId },
    })

    expect([saved.success, typeof saved.data?.message]).toEqual([true, 'string'])
    expect(await linked()).toEqual([{ ...link, user_id: colleague.userId }])
    expect((await meetings.deleteUserProviderLink({ id: link.user_provider_id })).success).toBe(true)
    expect(await linked()).toEqual([])
    const again = await owner.call('DELETE', `/v1/meetings/userProviderLinks/${link.user_provider_id}`)
    expect(again).toMatchObject({ status: 404, body: { success: false, message: 'The link does not exist' } })
  })

  test('belong to the app that saved them', async () => {
    const [mine, other] = [await asApp(['video-calls']), await asApp(['video-calls'])]
    const body = { ...link, user_id: owner.userId, company_id: owner.companyId }
    const path = '/v1/meetings/userProviderLinks'

    expect((await mine.call('POST', path, body)).status).toBe(403)
    expect((await mine.call('POST', path, { ...body, marketplace_client_id: mine.clientId })).status).toBe(200)
    expect((await other.call('POST', path, { ...body, marketplace_client_id: other.clientId })).status).toBe(403)
    expect((await colleague.call('DELETE', `${path}/${link.user_provider_id}`)).status).toBe(403)
    expect((await mine.call('DELETE', `${path}/${link.user_provider_id}`)).status).toBe(200)
  })

  test.each([
    [403, 'company_id', { company_id: 999_999 }],
    [400, 'user_id', { user_id: 999_999 }],
    [400, 'user_provider_id', { user_provider_id: 'me' }],
  ])('%i for a wrong %s', async (status, field, wrong) => {
    const body = { ...link, user_id: owner.userId, company_id: owner.companyId, ...wrong }
    const reply = await owner.call('POST', '/v1/meetings/userProviderLinks', body)
    expect([reply.status, reply.body.field, typeof reply.body.message]).toEqual([
      status,
      field,
      status === 403 ? 'string' : 'undefined',
    ])
  })
})

test('who registered and deleted channels, and linked people to video-call apps, is in the audit', async () => {
  const company = await crm.company()
  const { id, provider_channel_id } = await aChannel(company)
  await company.call('POST', '/v1/channels/messages/receive', { ...MESSAGE, channel_id: id })
  await company.call('DELETE', `/v1/channels/${id}/conversations/${MESSAGE.conversation_id}`)
  await company.call('DELETE', `/v1/channels/${id}`)
  const link = '123e4567-e89b-12d3-a456-426614174000'
  const body = { user_provider_id: link, company_id: company.companyId, marketplace_client_id: 'api' }
  for (let times = 0; times < 2; times++)
    await company.call('POST', '/v1/meetings/userProviderLinks', { ...body, user_id: company.userId })
  await company.call('DELETE', `/v1/meetings/userProviderLinks/${link}`)

  const { data } = (await company.call('GET', '/app/api/audit')).body

  const lines = data.map((line: { subject: string; detail: { change: string } }) => [line.subject, line.detail.change])
  expect(lines).toEqual([
    [`meeting link ${link}`, 'removed'],
    [`meeting link ${link}`, 'changed'],
    [`meeting link ${link}`, 'added'],
    [`channel ${id}`, 'removed'],
    [`channel ${id}`, 'conversation removed'],
    [`channel ${id}`, 'added'],
  ])
  expect(data[5]).toMatchObject({ user_id: company.userId, detail: { name: 'Shop', provider_channel_id, app: 'api' } })
})
