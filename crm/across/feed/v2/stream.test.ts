import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openStreams } from '../../../base/changes/streams.ts'
import { addField } from '../../../testing/addField.ts'
import { aDeal, aPerson } from '../../../testing/builders.ts'
import { readEvents } from '../../../testing/eventReader.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'

const crm = await startTestCrm()

async function stream(user: TestUser, query = '', headers: Record<string, string> = {}, origin = crm.origin) {
  const reader = await readEvents(origin, user, `/v2/changes/stream${query}`, headers)
  onTestFinished(() => reader.close())
  return reader
}

const told = (events: readonly { data: { item: string; item_id: number; action: string } }[]) =>
  events.map(({ data }) => `${data.item} ${data.item_id} ${data.action}`)

test('tells what happens from now on, and after a break goes on behind the last event', async () => {
  const user = await crm.company()
  const { id: before } = await aDeal(user, { title: 'Before' })
  const first = await stream(user)
  await expect.poll(first.lastId).not.toBe('')
  const { id } = await aDeal(user)
  await first.until(1)
  await user.call('PATCH', `/v2/deals/${id}`, { title: 'Changed' })
  const events = await first.until(2)
  expect(told(events)).toEqual([`deal ${id} added`, `deal ${id} updated`])
  expect(events[0]?.data).not.toHaveProperty('record')
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(first.text()).toMatch(/^retry: \d+\nid: \S+\n\n/)
  await first.close()
  const { id: missed } = await aPerson(user)

  const second = await stream(user, '?include=records', { 'last-event-id': events[0]?.id ?? '' })

  const again = await second.until(2)
  expect(told(again)).toEqual([`deal ${id} updated`, `person ${missed} added`])
  expect(again[0]?.data.record).toEqual((await user.call('GET', `/v2/deals/${id}`)).body.data)
  const { additional_data } = (await user.call('GET', `/v2/changes?cursor=${second.lastId()}`)).body
  expect(additional_data.more_items_in_collection).toBe(false)
  const { next_cursor } = (await user.call('GET', '/v2/changes?items=deal&limit=1')).body.additional_data
  const third = await stream(user, `?items=deal&cursor=${next_cursor}`)
  expect(told(await third.until(2))).toEqual([`deal ${id} added`, `deal ${id} updated`])
  expect(before).toBeLessThan(id)
})

test('each is told what it may see and what its token opens, of its own company, by a server of its own too', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const stranger = await crm.company()
  const another = await crm.another()
  const contacts = await crm.colleague(user, { admin: true, scopes: ['contacts:read'] })
  const readers = [
    await stream(user),
    await stream(nora),
    await stream(contacts),
    await stream(stranger),
    await stream(user, '?items=person', {}, another.origin),
  ]
  await Promise.all(readers.map(reader => expect.poll(reader.lastId).not.toBe('')))

  const { id: hidden } = await aDeal(user, { title: 'Secret', visible_to: 1 })
  const { id: open } = await aDeal(user)
  await user.call('PATCH', `/v2/deals/${open}`, { visible_to: 1 })
  const { id: person } = await aPerson(user)
  const { id: foreign } = await aPerson(stranger)
  const [whole, limited, scoped, other, elsewhere] = readers

  expect(told((await whole?.until(4)) ?? [])).toEqual([
    `deal ${hidden} added`,
    `deal ${open} added`,
    `deal ${open} updated`,
    `person ${person} added`,
  ])
  expect(told((await limited?.until(3)) ?? [])).toEqual([
    `deal ${open} added`,
    `deal ${open} hidden`,
    `person ${person} added`,
  ])
  expect(told((await scoped?.until(1)) ?? [])).toEqual([`person ${person} added`])
  expect(told((await other?.until(1)) ?? [])).toEqual([`person ${foreign} added`])
  expect(told((await elsewhere?.until(1)) ?? [])).toEqual([`person ${person} added`])
})

test('ends when the token is revoked, and says when what may be seen has changed', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const reader = await stream(nora)
  const others = await stream(user)
  await crm.sql`update crm.app_user set is_admin = true where company_id = ${user.companyId} and id = ${nora.userId}`
  expect((await reader.until(1))[0]).toMatchObject({ event: 'access_changed' })
  const { id } = await aDeal(user, { visible_to: 1 })
  expect(told((await reader.until(2)).slice(1))).toEqual([`deal ${id} added`])

  await crm.sql`delete from crm.api_token where company_id = ${user.companyId} and user_id = ${nora.userId}`

  expect((await reader.until(3))[2]).toMatchObject({ event: 'end', data: { reason: 'unauthorized access' } })
  await expect.poll(reader.isOver).toBe(true)
  expect((await stream(nora)).status).toBe(401)
  expect(others.isOver()).toBe(false)
})

test('what leaves together is packed for those who take it, and the same for those who do not', async () => {
  const user = await crm.company()
  const packed = await stream(user, '', { 'accept-encoding': 'gzip' })
  const plain = await stream(user, '', { 'accept-encoding': 'br, gzip;q=0' })
  await Promise.all([packed, plain].map(reader => expect.poll(reader.lastId).not.toBe('')))
  await aDeal(user)
  for (const reader of [packed, plain]) await reader.until(1)
  const records = Array.from({ length: 40 }, (_, nr) => ({ name: `Person ${nr}` }))
  expect((await user.call('POST', '/v2/persons/upsert', { records })).status).toBe(200)

  expect(told(await packed.until(41))).toEqual(told(await plain.until(41)))

  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const withoutIds = (text: string) => text.replace(/^id: .*\n/gm, '')
  expect(withoutIds(packed.text())).toBe(withoutIds(plain.text()))
})

test('a session is enough, and its end is the end of the stream', async () => {
  const user = await crm.company()
  const { cookie, ...rest } = await crm.session(user)
  const reader = await stream({ ...user, token: '' }, '', { cookie, ...rest })
  expect(reader.status).toBe(200)
  await crm.sql`delete from crm.session where company_id = ${user.companyId}`
  await expect.poll(reader.isOver).toBe(true)
})

test('somebody in the web app is told what happened between a page and its stream: records, set-up, and what they may do', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const session = await crm.session(nora)
  const asked = async (path: string) =>
    (await nora.call('GET', `/app/api${path}`, undefined, { ...session, 'x-api-token': '' })).body.data
  const { cursor } = await asked('/changes/cursor')
  const { id } = await aDeal(user)
  await addField(user, 'deal', 'double')
  await takeRights(crm, nora, 'can_modify_labels')
  await expect.poll(async () => (await asked('/session')).rights).not.toContain('can_modify_labels')

  const reader = await stream({ ...nora, token: '' }, `?cursor=${cursor}`, { ...session })

  const events = await reader.until(3)
  expect(events.map(({ event }) => event)).toEqual(['access_changed', 'change', 'settings_changed'])
  expect(events.map(({ data }) => data)).toEqual([
    {},
    expect.objectContaining({ item: 'deal', item_id: id, action: 'added' }),
    { items: ['dealField'] },
  ])
  const program = await stream(nora, `?cursor=${cursor}`)
  await program.until(2)
  expect(program.events.map(({ event }) => event)).toEqual(['access_changed', 'change'])
})

test('goes on when the connections to the database are lost', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const readers = [await stream(user), await stream(nora, '?include=records')]
  const { id: first } = await aDeal(user)
  for (const reader of readers) await reader.until(1)

  await crm.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'portico' and pid <> pg_backend_pid()`
  let second = 0
  await expect
    .poll(async () => {
      const { status, body } = await user.call('POST', '/v2/deals', { title: 'After' })
      second = body.data?.id ?? 0
      return status
    })
    .toBe(200)

  for (const reader of readers)
    expect(told((await reader.until(2)).slice(0, 2))).toEqual([`deal ${first} added`, `deal ${second} added`])
})

test('400, 410 and 429 are answered before the stream begins', async () => {
  const user = await crm.company()
  const statusOf = async (query: string, headers = {}) => (await stream(user, query, headers)).status
  expect(await statusOf('?cursor=x')).toBe(400)
  expect(await statusOf('', { 'last-event-id': 'x' })).toBe(400)
  expect(await statusOf('?items=deals')).toBe(400)
  const gone = Buffer.from('999999.1.abcdefghijkl').toString('base64url')
  expect(await statusOf('', { 'last-event-id': gone })).toBe(410)
  const opened = await Promise.all(Array.from({ length: 50 }, () => stream(user)))
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200))
  const { status, body } = await user.call('GET', '/v2/changes/stream')
  expect([status, body.error]).toEqual([429, 'Too many event streams: you have 50 open already, close some'])
  await opened[0]?.close()
  await expect.poll(() => statusOf('')).toBe(200)
})

test('one that nobody reads loses its place, all end when the server stops', async () => {
  const ended: string[] = []
  const streams = openStreams({ ofUser: 2, ofCompany: 3, ofProcess: 4 }, 30)
  const actor = (companyId: number, userId: number) => ({ companyId, userId }) as never
  const open = (name: string, companyId: number, userId: number, since?: number) => {
    const leave = streams.open(actor(companyId, userId), {
      waitingSince: () => since,
      end: () => {
        ended.push(name)
        leave()
      },
    })
  }
  open('unread', 1, 1, performance.now())
  open('read', 1, 1)
  expect(() => open('third', 1, 1)).toThrow('you have 2 open')
  await expect.poll(() => ended).toEqual(['unread'])
  open('other user', 1, 2)
  open('third of company', 1, 2)
  expect(() => open('x', 1, 3)).toThrow('your company has 3 open')
  open('other company', 2, 1)
  expect(() => open('x', 3, 1)).toThrow('this server has 4 open')
  await sleep(40)

  streams.endAll()

  expect(ended).toEqual(['unread', 'read', 'other user', 'third of company', 'other company'])
  expect(() => open('x', 1, 1)).toThrow('stopping')
})
