import { expect, test } from 'vitest'
import { aDeal, anActivity, anOrganization, aPerson } from '../../../testing/builders.ts'
import { mailsTo, untilNoJobs } from '../../../testing/mailTo.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { remindTask, sendReminderTask } from '../../reminders/remindTask.ts'
import { claimMails } from '../../reminders/store.ts'

const crm = await startTestCrm()

const get = async (user: TestUser, path: string) => {
  const { status, body } = await user.call('GET', `/app/api/${path}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const subjects = async (user: TestUser, query: string) =>
  (await get(user, `agenda?${query}`)).data.map(({ subject }: { subject: string }) => subject)

test('activities of a span of days with the names of what they are about, by owner, type and whether done', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const person = await aPerson(user, { name: 'Paula' })
  const org = await anOrganization(user, { name: 'Acme' })
  const deal = await aDeal(user, { title: 'Fish' })
  const about = { deal_id: deal.id, org_id: org.id, person_id: person.id }
  const time = { due_time: '09:30', duration: '26:15' }
  const { id } = await anActivity(user, { subject: 'A', type: 'call', due_date: '2026-03-02', ...time, ...about })
  await anActivity(user, { subject: 'B', type: 'lunch', due_date: '2026-03-03', done: true })
  await anActivity(user, { subject: 'C', type: 'call', due_date: '2026-03-04', owner_id: colleague.userId })

  const [first] = (await get(user, 'agenda?from=2026-03-02&until=2026-03-02')).data

  expect(first).toMatchObject({ id, due_date: '2026-03-02', due_time: '09:30', duration_minutes: 1575, ...about })
  expect(first).toMatchObject({ deal_title: 'Fish', person_name: 'Paula', org_name: 'Acme', done: false })
  expect(await subjects(user, 'from=2026-03-03')).toEqual(['B', 'C'])
  expect(await subjects(user, 'until=2026-03-03')).toEqual(['A', 'B'])
  expect(await subjects(user, 'types=call')).toEqual(['A', 'C'])
  expect(await subjects(user, `done=false&owner_id=${user.userId}`)).toEqual(['A'])
  const page = await get(user, 'agenda?limit=2')
  expect(await subjects(user, `limit=2&cursor=${page.additional_data.next_cursor}`)).toEqual(['C'])
})

test('names of hidden records are not told, nor activities about them', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const deal = await aDeal(user, { title: 'Secret', visible_to: 1 })
  await anActivity(user, { subject: 'Mine', due_date: '2026-03-02', deal_id: deal.id })
  const given = { deal_id: deal.id, owner_id: colleague.userId }
  await anActivity(user, { subject: 'Given', due_date: '2026-03-02', ...given })

  const seen = (await get(colleague, 'agenda')).data

  expect(seen).toMatchObject([{ subject: 'Given', deal_id: deal.id, deal_title: null }])
})

test('open deals without an open activity, untouched for longest first, in pages; hidden ones are not told', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const titles = async (by: TestUser, query = '') =>
    (await get(by, `deals-without-next-step?${query}`)).data.map(({ title }: { title: string }) => title)
  const planned = await aDeal(user, { title: 'Planned' })
  const { id: open } = await anActivity(user, { deal_id: planned.id, due_date: '2036-01-01' })
  const done = await aDeal(user, { title: 'Done' })
  await anActivity(user, { deal_id: done.id, due_date: '2026-01-01', done: true })
  await aDeal(user, { title: 'Won', status: 'won' })
  await aDeal(user, { title: 'Secret', visible_to: 1 })
  await aDeal(user, { title: 'Theirs', owner_id: colleague.userId })
  await crm.sql`update crm.deal set update_time = to_timestamp(${Date.now() / 1000}::float8 + id) where company_id = ${user.companyId}`

  expect(await titles(user)).toEqual(['Done', 'Secret', 'Theirs'])
  expect(await titles(colleague)).toEqual(['Done', 'Theirs'])
  expect(await titles(user, `owner_id=${colleague.userId}`)).toEqual(['Theirs'])
  const page = await get(user, 'deals-without-next-step?limit=2')
  expect(await titles(user, `limit=2&cursor=${page.additional_data.next_cursor}`)).toEqual(['Theirs'])
  await user.call('DELETE', `/v2/activities/${open}`)
  expect(await titles(user)).toContain('Planned')
})

/** An activity that the user is to be reminded of for a minute now, and was added long before that. */
async function anActivityDueSoon(user: TestUser, values: object = {}) {
  const due = new Date(Date.now() + 14 * 60_000).toISOString()
  const time = { due_date: due.slice(0, 10), due_time: due.slice(11, 16) }
  const made = await anActivity(user, { subject: 'Call them', ...time, ...values })
  await crm.sql`update crm.activity set add_time = now() - interval '2 days' where id = ${made.id}`
  return made
}
const reminded = async (user: TestUser) => (await get(user, 'reminders')).data.map(({ id }: { id: number }) => id)
const patch = (user: TestUser, id: number, body: object) => user.call('PATCH', `/app/api/reminders/${id}`, body)
const settings = (user: TestUser, body: object) => user.call('PUT', '/app/api/reminder-settings', body)

test('people are reminded of their own open activities, as they say and as the activity says', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const deal = await aDeal(user, { title: 'Fish' })
  const { id } = await anActivityDueSoon(user, { deal_id: deal.id })
  const theirs = await anActivityDueSoon(user, { owner_id: colleague.userId })
  await anActivityDueSoon(user, { done: true })
  const [shown] = (await get(user, 'reminders')).data

  expect(shown).toMatchObject({ id, subject: 'Call them', deal_title: 'Fish' })
  expect(await reminded(user)).toEqual([id])
  expect(await reminded(colleague)).toEqual([theirs.id])
  expect((await patch(user, theirs.id, { dismissed: true })).status).toBe(404)

  expect((await settings(user, { minutes_before: 5, by_mail: false })).status).toBe(200)
  expect((await get(user, 'reminder-settings')).data).toEqual({ minutes_before: 5, by_mail: false })
  expect(await reminded(user)).toEqual([])
  expect((await patch(user, id, { minutes_before: 60 })).status).toBe(200)
  expect(await reminded(user)).toEqual([id])
  expect((await get(user, `agenda?owner_id=${user.userId}&done=false`)).data[0].reminder_minutes).toBe(60)
  await patch(user, id, { minutes_before: -1 })
  expect(await reminded(user)).toEqual([])
  await settings(user, { minutes_before: null, by_mail: true })
  await patch(user, id, { minutes_before: null })
  expect(await reminded(user)).toEqual([])
  expect((await patch(user, id, { minutes_before: 1441 })).status).toBe(400)
})

test('a reminder is put off or dismissed; an activity that is moved is told of again, one just added is not', async () => {
  const user = await crm.company()
  const { id, due_time } = await anActivityDueSoon(user)

  await patch(user, id, { snooze_minutes: 10 })
  expect(await reminded(user)).toEqual([])
  await crm.sql`update crm.reminder set snoozed_until = now() where activity_id = ${id}`
  expect(await reminded(user)).toEqual([id])
  await patch(user, id, { dismissed: true })
  expect(await reminded(user)).toEqual([])
  const earlier = new Date(Date.parse(`2026-01-01T${due_time}Z`) - 60_000).toISOString().slice(11, 16)
  await user.call('PATCH', `/v2/activities/${id}`, { due_time: earlier })
  expect(await reminded(user)).toEqual([id])
  await crm.sql`update crm.activity set add_time = now() where id = ${id}`
  expect(await reminded(user)).toEqual([])
})

test('a mail for each reminder, once, by however many at once, and none for those who want none', async () => {
  const user = await crm.company()
  const [quiet, dismissing] = [await crm.colleague(user), await crm.colleague(user)]
  await crm.sql`update crm.app_user set timezone_name = 'Asia/Kathmandu' where id = ${user.userId}`
  const deal = await aDeal(user, { title: 'Fish' })
  const { id } = await anActivityDueSoon(user, { deal_id: deal.id })
  const unwanted = await anActivityDueSoon(user, { owner_id: quiet.userId })
  await settings(quiet, { minutes_before: 15, by_mail: false })
  const seen = await anActivityDueSoon(user, { owner_id: dismissing.userId })
  await patch(dismissing, seen.id, { dismissed: true })
  const elsewhere = await anActivityDueSoon(await crm.company())
  const run = remindTask(crm)

  await Promise.all([run({ isFollowUp: true }), run({ isFollowUp: true })])
  await run({ isFollowUp: true })

  const claimed = await crm.sql`select activity_id::int as id from crm.reminder
    where activity_id = any(${[id, unwanted.id, seen.id, elsewhere.id]}::bigint[]) and mail_time is not null order by 1`
  expect(claimed.map(row => row.id)).toEqual([id, elsewhere.id])
  const [owner] = await crm.sql`select email from crm.app_user where id = ${user.userId}`
  const [letter] = await mailsTo(crm, owner?.email)
  await untilNoJobs(crm)
  expect(await mailsTo(crm, owner?.email)).toHaveLength(1)
  expect(letter?.subject).toMatch(/^\d\d:\d\d Call them$/)
  expect(letter?.text).toContain('Asia/Kathmandu')
  expect(letter?.text).toContain(`/app/deals/${deal.id}`)
  expect((await get(quiet, 'reminders')).data[0].id).toBe(unwanted.id)
  const notified = async (activityId: number) => (await user.call('GET', `/v1/activities/${activityId}`)).body.data
  expect(await notified(id)).toMatchObject({
    last_notification_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    last_notification_user_id: user.userId,
  })
  expect(await notified(unwanted.id)).toMatchObject({ last_notification_time: null, last_notification_user_id: null })
})

test('a mail that waits is not sent when the activity was done meanwhile', async () => {
  const user = await crm.company()
  const { id } = await anActivityDueSoon(user)
  const sent: unknown[] = []
  const mail = { send: async (message: unknown) => void sent.push(message) }
  const due = { companyId: user.companyId, activityIds: [id] }
  const [claim] = await crm.database.write(sql => claimMails(sql, due, new Date()))
  const task = sendReminderTask({ database: crm.database, origin: crm.origin } as never, mail as never)

  await user.call('PATCH', `/v2/activities/${id}`, { done: true })
  await task(claim as never)
  expect(sent).toEqual([])
  await user.call('PATCH', `/v2/activities/${id}`, { done: false })
  await task(claim as never)
  expect(sent).toHaveLength(1)
})

const readCalendar = (address: string, headers: Record<string, string> = {}) =>
  crm.answer(new URL(address).pathname, { headers })

test('a secret address shows own activities to a calendar program until it is ended', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const hidden = await aDeal(user, { title: 'Secret', visible_to: 1 })
  const day = new Date().toISOString().slice(0, 10)
  const given = { deal_id: hidden.id, owner_id: colleague.userId }
  await anActivity(user, { subject: 'Given', due_date: day, due_time: '10:00', ...given })
  await anActivity(user, { subject: 'Not theirs', due_date: day })
  await anActivity(user, { subject: 'Long ago', due_date: '2020-01-01', owner_id: colleague.userId })
  expect((await get(colleague, 'calendar-address')).data.is_on).toBe(false)

  const made = await colleague.call('POST', '/app/api/calendar-address')
  const { address } = made.body.data
  const reply = await readCalendar(address)
  const text = await reply.text()

  expect([made.status, reply.status, reply.headers.get('content-type')]).toEqual([
    201,
    200,
    'text/calendar; charset=utf-8',
  ])
  expect(text).toContain('SUMMARY:Given')
  for (const word of ['Not theirs', 'Long ago', 'Secret']) expect(text).not.toContain(word)
  const etag = reply.headers.get('etag') ?? ''
  expect((await readCalendar(address, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(colleague, 'calendar-address')).data).toMatchObject({
    is_on: true,
    last_used_time: expect.any(String),
  })
  const rows = await crm.sql`select digest from crm.calendar_address where user_id = ${colleague.userId}`
  expect(address).not.toContain(Buffer.from(rows[0]?.digest).toString('hex'))

  const again = (await colleague.call('POST', '/app/api/calendar-address')).body.data.address
  expect([(await readCalendar(address)).status, (await readCalendar(again)).status]).toEqual([404, 200])
  expect((await colleague.call('DELETE', '/app/api/calendar-address')).status).toBe(200)
  expect((await readCalendar(again)).status).toBe(404)
  expect((await colleague.call('DELETE', '/app/api/calendar-address')).status).toBe(404)
})

test('404 at the address of somebody switched off, and when it was never given; its secret opens nothing else', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const { address } = (await colleague.call('POST', '/app/api/calendar-address')).body.data
  const secret = /(\w+)\.ics$/.exec(address)?.[1] ?? ''

  expect((await crm.answer('/v1/users/me', { headers: { 'x-api-token': secret } })).status).toBe(401)
  for (const wrong of ['/calendar/x.ics', `/calendar/${'0'.repeat(48)}.ics`, `/calendar/${secret}`])
    expect((await crm.answer(wrong, {})).status, wrong).toBe(404)
  await user.call('PUT', `/v1/users/${colleague.userId}`, { active_flag: false })
  expect((await readCalendar(address)).status).toBe(404)
  expect(await crm.sql`select from crm.calendar_address where user_id = ${colleague.userId}`).toHaveLength(0)
})
