import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { aDeal } from '../../testing/builders.ts'
import { uncommitted } from '../../testing/heldBack.ts'
import { mailsTo } from '../../testing/mailTo.ts'
import { aReceiver, aWebhook, aWebhookOnDeals, deliveriesOf, expectSigned } from '../../testing/receiver.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { COURIER_LOCK } from './leaseStore.ts'
import { DAY_MS } from './rules.ts'

/** The clock of deliveries; tests move it on. */
let later = 0
const now = () => new Date(Date.now() + later)
const crm = await startTestCrm({ privateTargets: true, courier: { now, limits: { leaseMs: 5000, pending: 30 } } })
const receivers = [await aReceiver(), await aReceiver()] as const

const aHook = async (values: object = {}) => ({
  ...(await aWebhookOnDeals(await crm.company(), receivers, values)),
  deliver: () => crm.courier.deliverDue(),
})
const pass = (ms: number) => {
  later += ms
}

test('what is not committed is not sent, and what commits late is not missed by those before it', async () => {
  const { user, receiver, deliver } = await aHook()
  const commit = await uncommitted(
    crm,
    sql => sql`
      with late as (
        insert into crm.deal (company_id, title, owner_id, creator_id, stage_id, pipeline_id, currency, visible_to)
        select ${user.companyId}, 'Late', ${user.userId}, ${user.userId}, s.id, s.pipeline_id, 'EUR', 7 from crm.stage s
        where s.company_id = ${user.companyId} limit 1 returning *)
      insert into crm.change (company_id, entity, entity_id, action, after)
      select company_id, 'deal', id::text, 'added', to_jsonb(late) from late`,
  )
  await aDeal(user, { title: 'Early' })
  await deliver()
  expect(receiver.titles()).toEqual([])

  await commit()
  await deliver()

  expect(receiver.titles()).toEqual(['Late', 'Early'])
})

test('a delivery that fails holds back the later ones about its record, and no others; attempts are counted', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  const { id } = await aDeal(user, { title: 'A1' })
  receiver.answer = ({ body }, response) =>
    response.writeHead(String(body.data.title).startsWith('A') ? 500 : 204).end()
  await user.call('PATCH', `/v2/deals/${id}`, { title: 'A2' })
  await aDeal(user, { title: 'B1' })
  await deliver()
  expect(receiver.titles().sort()).toEqual(['A1', 'B1'])
  expect(await deliveriesOf(user, hook.id, '?status=pending')).toMatchObject([
    { event: 'updated.deal', attempt: 0 },
    { event: 'added.deal', attempt: 1, error: 'Answered with status 500', next_time: expect.any(String) },
  ])

  pass(3_100)
  await deliver()
  receiver.answer = 200
  pass(30_000)
  await deliver()

  const sent = receiver.taken()
  expect(sent.map(({ body }) => [body.data.title, body.meta.attempt])).toEqual([
    ['A1', 2],
    ['A1', 3],
    ['A2', 1],
  ])
  expect(sent[0]?.headers['webhook-id']).toBe(sent[1]?.headers['webhook-id'])
  expect(await deliveriesOf(user, hook.id)).toMatchObject(Array(3).fill({ status: 'delivered' }))
})

test('an event that is refused for three days is given up, and the next about its record is sent', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  receiver.answer = ({ body }, response) => response.writeHead(body.data.title === 'Bad' ? 400 : 200).end('no')
  const { id } = await aDeal(user, { title: 'Bad' })
  await user.call('PATCH', `/v2/deals/${id}`, { title: 'Good' })
  for (const ms of [0, 3_100, 30_100, 150_100, 3_600_000]) {
    pass(ms)
    await aDeal(user, { title: 'Other' })
    await deliver()
  }
  expect(receiver.titles().filter(title => title === 'Bad')).toHaveLength(5)

  pass(3 * DAY_MS)
  await aDeal(user, { title: 'Other' })
  await deliver()

  expect(receiver.titles().filter(title => title !== 'Other')).toEqual(['Bad', 'Good'])
  expect(await deliveriesOf(user, hook.id, '?status=failed')).toMatchObject([
    { attempt: 6, http_status: 400, answer: 'no' },
  ])
})

test('a receiver that is down is tried with one delivery from time to time, and gets everything in order once it is back', async () => {
  const { user, hook, receiver, other, deliver } = await aHook()
  await aWebhook(user, other, { event_object: 'deal' })
  receiver.answer = 503
  const { id } = await aDeal(user, { title: 'First' })
  for (let n = 0; n < 18; n++) await aDeal(user, { title: `Deal ${n}` })
  await user.call('PATCH', `/v2/deals/${id}`, { title: 'Last' })
  await deliver()
  const tried = receiver.taken().length
  expect(tried).toBeGreaterThanOrEqual(10)
  expect(tried).toBeLessThanOrEqual(16)
  expect(other.taken()).toHaveLength(20)
  expect((await user.call('GET', `/v2/webhooks/${hook.id}`)).body.data.is_receiver_down).toBe(true)

  pass(3_100)
  await deliver()
  expect(receiver.taken()).toHaveLength(1)
  await deliver()
  expect(receiver.taken()).toHaveLength(0)

  receiver.answer = 200
  pass(30_100)
  await deliver()
  const got = receiver.titles()
  expect(got).toHaveLength(20)
  expect(got.indexOf('First')).toBeLessThan(got.indexOf('Last'))
  expect((await user.call('GET', `/v2/webhooks/${hook.id}`)).body.data).toMatchObject({
    is_receiver_down: false,
    failing_since: null,
    last_http_status: 200,
  })
})

test('after three days without success a webhook is paused, its owner gets a mail, and it goes on where it stopped', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  const { email } = (await user.call('GET', '/v1/users/me')).body.data
  receiver.answer = 500
  await aDeal(user, { title: 'Kept' })
  await deliver()
  pass(3 * DAY_MS + 1000)
  await deliver()
  await aDeal(user, { title: 'Later' })
  await deliver()

  const [mail] = await mailsTo(crm, email)
  expect(mail?.subject).toBe('The webhook "Test" is paused')
  const [listed] = (await user.call('GET', '/v1/webhooks')).body.data
  expect(listed).toMatchObject({
    is_active: 0,
    remove_reason: 'No delivery has succeeded for three days',
    last_http_status: 500,
  })
  expect(listed.remove_time).not.toBeNull()
  receiver.answer = 200
  receiver.taken()
  await deliver()
  expect(receiver.taken()).toEqual([])

  const resumed = await user.call('PATCH', `/v2/webhooks/${hook.id}`, { status: 'active' })
  expect(resumed.body.data).toMatchObject({ status: 'active', pause_reason: null, is_receiver_down: false })
  await deliver()
  expect(receiver.titles()).toEqual(['Kept', 'Later'])
})

test('a slow receiver holds up nobody else, and gets few requests at once', async () => {
  const { user, receiver, other, deliver } = await aHook()
  await aWebhook(user, other, { event_object: 'deal' })
  const waiting: (() => void)[] = []
  let [most, open] = [0, 0]
  receiver.answer = (_, response) => {
    most = Math.max(most, ++open)
    waiting.push(() => {
      open--
      response.writeHead(200).end()
    })
  }
  for (let n = 0; n < 20; n++) await aDeal(user, { title: `Deal ${n}` })

  const all = deliver()
  await vi.waitFor(() => expect(other.received).toHaveLength(20), { timeout: 120_000 })
  expect(most).toBeLessThanOrEqual(16)
  const letGo = setInterval(() => waiting.shift()?.(), 1)
  await all
  clearInterval(letGo)

  expect(receiver.taken()).toHaveLength(20)
})

test('what a process that died had under way is sent by another once its lease has ended', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  await aDeal(user, { title: 'Orphan' })
  // As a process leaves it that is killed after it has found the event and before it has sent it.
  await crm.sql`update crm.webhook set leased_by = ${randomUUID()}, leased_until = ${new Date(now().getTime() + 5000)}
    where company_id = ${user.companyId} and id = ${hook.id}`
  await deliver()
  expect(receiver.taken()).toEqual([])

  pass(5_100)
  await deliver()

  expect(receiver.titles()).toEqual(['Orphan'])
})

test('what a killed process had leased is taken over as soon as it is surely gone, and not while it is there', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  const holder = randomUUID()
  await crm.sql`update crm.webhook set leased_by = ${holder}, leased_until = ${new Date(now().getTime() + DAY_MS)}
    where company_id = ${user.companyId} and id = ${hook.id}`
  await aDeal(user, { title: 'Orphan' })
  await crm.sql.begin(async sql => {
    await sql`select pg_advisory_xact_lock(${COURIER_LOCK}::integer, hashtext(${holder}))`
    for (let look = 0; look < 3; look++) {
      await deliver()
      pass(4_000)
    }
  })
  expect(receiver.taken()).toEqual([])

  // The lock is free from here on, as it is when PostgreSQL finds the connection of its holder closed.
  await deliver()
  expect(receiver.taken()).toEqual([])
  pass(4_000)
  await Promise.all([deliver(), deliver()])

  expect(receiver.titles()).toEqual(['Orphan'])
})

test('two processes at once send each event once, each record in order', async () => {
  const { user, receiver } = await aHook()
  const another = await crm.another()
  const ids = []
  for (let n = 0; n < 10; n++) ids.push((await aDeal(user, { title: '0' })).id)
  for (let n = 1; n <= 3; n++) for (const id of ids) await user.call('PATCH', `/v2/deals/${id}`, { title: String(n) })

  await Promise.all([crm.courier.deliverDue(), another.courier.deliverDue()])
  await crm.courier.deliverDue()

  const sent = receiver.taken().map(({ body }) => [body.meta.entity_id, body.data.title])
  for (const id of ids)
    expect(sent.filter(([of]) => of === String(id)).map(([, title]) => title)).toEqual(['0', '1', '2', '3'])
})

test('what was found and tried while the clock was a day ahead is sent when it is right again', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  pass(DAY_MS)
  receiver.answer = ({ body }, response) => response.writeHead(body.data.title === 'A1' ? 500 : 200).end()
  const { id } = await aDeal(user, { title: 'A1' })
  await user.call('PATCH', `/v2/deals/${id}`, { title: 'A2' })
  await deliver()
  expect(await deliveriesOf(user, hook.id)).toMatchObject([
    { attempt: 0, status: 'pending' },
    { attempt: 1, status: 'pending' },
  ])
  receiver.taken()

  pass(-DAY_MS)
  receiver.answer = 200
  await deliver()

  expect(receiver.titles()).toEqual(['A1', 'A2'])
})

test('whoever starts looks at what a clock that was ahead put off', async () => {
  const { user, receiver, deliver } = await aHook()
  pass(DAY_MS)
  receiver.answer = 500
  await aDeal(user, { title: 'Put off' })
  await deliver()
  receiver.taken()
  receiver.answer = 200
  pass(-DAY_MS)

  const restarted = await crm.another()
  await restarted.courier.deliverDue()

  expect(receiver.titles()).toEqual(['Put off'])
})

test('whoever has lost the lease writes nothing down any more', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  await aDeal(user, { title: 'Twice' })
  receiver.answer = async (_, response) => {
    await crm.sql`update crm.webhook set leased_by = ${randomUUID()} where company_id = ${user.companyId} and id = ${hook.id}`
    response.writeHead(200).end()
  }
  await deliver()
  expect(await deliveriesOf(user, hook.id)).toMatchObject([{ status: 'pending', attempt: 0 }])

  receiver.answer = 200
  pass(5_100)
  await deliver()

  expect(await deliveriesOf(user, hook.id)).toMatchObject([{ status: 'delivered', attempt: 1 }])
  expect(receiver.titles()).toEqual(['Twice', 'Twice'])
})

test('deliveries are signed, with both secrets for a day after a new one was made, and carry basic auth', async () => {
  // Secrets are made by the clock of calls, which does not move on with ours.
  later = 0
  const { user, hook, receiver, deliver } = await aHook({ http_auth_user: 'me', http_auth_password: 'pass:word' })
  const secretOf = async () => (await user.call('POST', `/v2/webhooks/${hook.id}/secret`)).body.data.secret
  const first = await secretOf()
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const second = await secretOf()
  await aDeal(user)
  await deliver()
  const both = receiver.only()
  expectSigned(both, first)
  expectSigned(both, second)
  expect(both.headers.authorization).toBe(`Basic ${Buffer.from('me:pass:word').toString('base64')}`)
  expect(both.headers['webhook-id']).toBe(both.body.meta.id)

  pass(DAY_MS + 1000)
  await aDeal(user)
  await deliver()

  const alone = receiver.only()
  expectSigned(alone, second)
  expect(() => expectSigned(alone, first)).toThrow()
})

test('more than a webhook may have waiting stays in the log, and is sent in the end', async () => {
  const { user, hook, receiver, deliver } = await aHook()
  receiver.answer = 500
  for (let n = 0; n < 40; n++) await aDeal(user, { title: `Deal ${n}` })
  await deliver()
  const [waiting] = await crm.sql`select count(*) from crm.webhook_delivery where company_id = ${user.companyId}`
  expect(Number(waiting?.count)).toBe(30)

  receiver.answer = 200
  receiver.taken()
  pass(3_600_000)
  await deliver()

  expect(new Set(receiver.titles()).size).toBe(40)
  expect(await deliveriesOf(user, hook.id, '?status=pending')).toEqual([])
})
