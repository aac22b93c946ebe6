import { expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { aDeal, aLead, anActivity, anOrganization, aPerson, aProject, made } from '../../../testing/builders.ts'
import { anExport } from '../../../testing/exports.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { receive } from '../../../testing/mail.ts'
import { rowsWith } from '../../../testing/rowsWith.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { upload, download, allJobsDone, keysInStore } = fileCalls(crm)

const NAME = 'Zephyrine Quästel'
const FORMER = 'Zephyrine Borogove'
const MAIL = 'zeph@quaestel.example'
const PHONE = '+49 171 5556677'
/** Whatever of them is left anywhere, however it is spelled, as search keeps it too. */
const TRACES = 'zephyrine|qu(ä|Ä|xe4x)stel|borogove|quaestel|jabber|171.{0,3}555.{0,2}6677'

/** A person in every place there is, alone and with others. */
async function world() {
  const user = await crm.company()
  const people = await addField(user, 'deal', 'people')
  const org = await anOrganization(user, { name: 'Acme' })
  const other = await aPerson(user, { name: 'Otto Other', emails: [{ value: 'otto@other.example', primary: true }] })
  const person = await aPerson(user, {
    name: FORMER,
    org_id: org.id,
    emails: [{ value: MAIL, label: 'work', primary: true }],
    phones: [{ value: PHONE, label: 'mobile', primary: true }],
    im: [{ value: 'jabberwocky', label: 'skype', primary: true }],
    notes: 'Likes tea',
  })
  await user.call('PATCH', `/v2/persons/${person.id}`, { name: NAME }, { 'idempotency-key': 'x' })
  const twin = await aPerson(user, { name: 'Z. Q.', emails: [{ value: 'second@quaestel.example', primary: true }] })
  expect((await user.call('PUT', `/v1/persons/${twin.id}/merge`, { merge_with_id: person.id })).status).toBe(200)
  const deal = await made(user, '/v2/deals', {
    ...{ title: `${NAME.toUpperCase()} deal`, value: 70, currency: 'EUR', person_id: person.id, org_id: org.id },
    custom_fields: { [people.key]: person.id },
  })
  const elsewhere = await aDeal(user, { title: 'Elsewhere', value: 30, person_id: other.id })
  await user.call('POST', `/v1/deals/${elsewhere.id}/participants`, { person_id: person.id })
  const lead = await aLead(user, { title: `${NAME} lead`, person_id: person.id })
  const shared = await made<string>(user, '/v1/leads', {
    title: `For ${NAME}`,
    person_id: person.id,
    organization_id: org.id,
  })
  const activity = await anActivity(user, {
    subject: `Call ${NAME}`,
    participants: [{ person_id: person.id, primary: true }],
  })
  const meeting = await anActivity(user, {
    ...{ subject: 'Meeting', deal_id: elsewhere.id, note: `With ${NAME}, ${MAIL}` },
    attendees: [
      { name: NAME, email: MAIL, person_id: person.id },
      { name: 'Otto Other', email: 'otto@other.example' },
    ],
  })
  const note = await made(user, '/v1/notes', { content: `<p>${NAME} is nice</p>`, person_id: person.id })
  await made(user, `/v1/notes/${note.id}/comments`, { content: `Ask ${NAME}` })
  const sharedNote = await made(user, '/v1/notes', {
    content: `<p>Reach ${NAME} (Quästel, Zephyrine) at (+49)171-555 66 77 or <a href="mailto:${MAIL}">mail</a></p>`,
    deal_id: elsewhere.id,
  })
  await user.call('PUT', `/v1/notes/${sharedNote.id}`, { content: `<p>${NAME}: 49171 5556677, agreed</p>` })
  await upload('passport of somebody', { person_id: person.id }, { user, name: `${NAME}.txt` })
  const offer = await upload(
    'offer',
    { deal_id: elsewhere.id, person_id: person.id },
    { user, name: `Offer for ${NAME}.txt` },
  )
  const from = [{ name: NAME, address: MAIL }]
  const mine = { name: '', address: `${user.token}@example.com` }
  await receive(
    crm,
    user,
    { from, to: [mine], subject: `From ${NAME}`, text: 'secret words' },
    { dealId: deal.id, attached: [{ content: 'attached secret' }] },
  )
  const round = await receive(crm, user, {
    from: [{ name: 'Otto Other', address: 'otto@other.example' }],
    to: [{ name: NAME, address: MAIL }, mine],
    subject: `Round with ${NAME}`,
    text: `Dear ${NAME}, call ${PHONE}`,
  })
  const call = { outcome: 'connected', start_time: '2026-03-01 08:00:00', end_time: '2026-03-01 08:01:00' }
  await made(user, '/v1/callLogs', { ...call, to_phone_number: PHONE, person_id: person.id, note: `${NAME} spoke` })
  const sharedCall = await made<string>(user, '/v1/callLogs', {
    ...call,
    to_phone_number: '0171 5556677',
    person_id: person.id,
    org_id: org.id,
  })
  const project = await aProject(user, { title: `Plan of ${NAME}`, person_ids: [person.id] })
  await made(user, '/v2/deals', { title: `Copy for ${MAIL}` })
  await user.call('POST', '/v2/persons', { name: 'Third', notes: `Knows ${MAIL}` }, { 'idempotency-key': 'k' })
  return {
    user,
    person,
    twin,
    other,
    deal,
    elsewhere,
    lead,
    shared,
    activity,
    meeting,
    note,
    sharedNote,
    offer: offer.body.data,
    round,
    sharedCall,
    project,
    org,
  }
}

async function forgotten(user: TestUser, id: number) {
  await allJobsDone()
  const { body } = await user.call('GET', `/v2/persons/${id}/forget`)
  expect(body.data).toMatchObject({ person_id: id, state: 'done' })
}

test('nothing of a forgotten person is left in any table, and what is shared keeps its figures', async () => {
  const at = await world()
  const { user, person } = at
  await anExport(user, { kinds: ['persons'] })
  await allJobsDone()
  const storedBefore = await keysInStore()
  expect((await rowsWith(crm, TRACES)).length).toBeGreaterThan(40)

  const wrong = await user.call('POST', `/v2/persons/${person.id}/forget`, { confirm_name: 'Somebody' })
  expect([wrong.status, wrong.body.field]).toEqual([400, 'confirm_name'])
  const reply = await user.call('POST', `/v2/persons/${person.id}/forget`, { confirm_name: NAME })

  expect(reply.status).toBe(202)
  expect(reply.body.data).toMatchObject({ person_id: person.id, finish_time: null })
  await forgotten(user, person.id)
  expect(await rowsWith(crm, TRACES)).toEqual([])
  expect(await rowsWith(crm, 'secret words|likes tea|attached secret|is nice|passport')).toEqual([])
  const get = async (path: string) => (await user.call('GET', path)).body.data
  // Shared with others: there, without the person.
  expect(await get(`/v2/deals/${at.deal.id}`)).toMatchObject({
    title: '[forgotten] deal',
    value: 70,
    person_id: null,
    org_id: at.org.id,
  })
  expect(await get(`/v2/deals/${at.elsewhere.id}`)).toMatchObject({
    title: 'Elsewhere',
    value: 30,
    person_id: at.other.id,
  })
  expect(await get(`/v1/leads/${at.shared.id}`)).toMatchObject({ title: 'For [forgotten]', person_id: null })
  expect(await get(`/v1/notes/${at.sharedNote.id}`)).toMatchObject({
    content: '<p>[forgotten]: [forgotten], agreed</p>',
  })
  expect((await get(`/v2/activities/${at.meeting.id}?include_fields=attendees`)).attendees).toMatchObject([
    { name: 'Otto Other' },
  ])
  expect(await get(`/v1/mailbox/mailMessages/${at.round.messageId}`)).toMatchObject({
    subject: 'Round with [forgotten]',
  })
  expect(await get(`/v1/callLogs/${at.sharedCall.id}`)).toMatchObject({
    to_phone_number: '[forgotten]',
    person_id: null,
  })
  expect(await get(`/v2/projects/${at.project.id}`)).toMatchObject({ title: 'Plan of [forgotten]', person_ids: [] })
  expect(await (await download(at.offer.id, user)).text()).toBe('offer')
  // Of nobody else: gone.
  for (const path of [
    `/v2/persons/${person.id}`,
    `/v2/persons/${at.twin.id}`,
    `/v2/activities/${at.activity.id}`,
    `/v1/notes/${at.note.id}`,
    `/v1/leads/${at.lead.id}`,
  ])
    expect([path, (await user.call('GET', path)).status]).toEqual([path, 404])
  // The contents of three files (on the person, in the mail, in the export) went with them.
  expect(storedBefore.length - (await keysInStore()).length).toBe(3)
  // Readers of the log are told that it is gone, and when; the audit says who did it.
  const lines = await crm.sql`
    select action, source, before, after from crm.change
    where company_id = ${user.companyId} and entity = 'person' and entity_id = ${String(person.id)} order by seq desc`
  expect(lines[0]).toEqual({ action: 'purged', source: 'forget', before: null, after: null })
  expect(lines.every(line => line.before === null && line.after === null)).toBe(true)
  expect(
    await crm.sql`select user_id, subject from crm.audit
    where company_id = ${user.companyId} and action = 'person_forgotten'`,
  ).toEqual([{ user_id: user.userId, subject: `person ${person.id}` }])
  expect((await user.call('POST', `/v2/persons/${person.id}/forget`, { confirm_name: NAME })).status).toBe(404)
})

test('a namesake, an address of two and a longer name stay as they are', async () => {
  const user = await crm.company()
  const emails = [{ value: 'office@shared.example', primary: true }]
  const person = await aPerson(user, { name: 'Anna Meyer', emails, phones: [{ value: '12345', primary: true }] })
  const namesake = await aPerson(user, { name: 'anna meyer' })
  const roommate = await aPerson(user, { name: 'Bo Berg', emails })
  const deal = await aDeal(user, { title: 'Anna Meyer, Anna Meyer-Schulz, 12345, joffice@shared.example' })

  await user.call('POST', `/v2/persons/${person.id}/forget`, { confirm_name: 'Anna Meyer' })

  await forgotten(user, person.id)
  const get = async (path: string) => (await user.call('GET', path)).body.data
  expect((await get(`/v2/deals/${deal.id}`)).title).toBe('Anna Meyer, Anna Meyer-Schulz, 12345, joffice@shared.example')
  expect((await get(`/v2/persons/${namesake.id}`)).name).toBe('anna meyer')
  expect((await get(`/v2/persons/${roommate.id}`)).emails).toMatchObject(emails)
})

test('a person is told everything that is stored about them, mail of other mailboxes by number alone', async () => {
  const at = await world()
  const { user, person, twin } = at
  const colleague = await crm.colleague(user)
  const owners = await crm.sql<{ email: string }[]>`
    select email from crm.app_user where company_id = ${user.companyId} and id = ${colleague.userId}`
  await receive(
    crm,
    colleague,
    {
      from: [{ name: NAME, address: MAIL }],
      to: [{ name: '', address: owners[0]?.email ?? '' }],
      text: 'for their eyes',
    },
    { source: 'imap' },
  )

  const response = await fetch(`${crm.origin}/api/v2/persons/${person.id}/personalData`, {
    headers: { 'x-api-token': user.token },
  })

  expect(response.status).toBe(200)
  const text = await response.text()
  const told = JSON.parse(text)
  expect(told.person_ids).toEqual([person.id, twin.id].sort((a, b) => a - b))
  expect(told.persons.find((one: { id: number }) => one.id === person.id)).toMatchObject({
    name: NAME,
    notes: 'Likes tea',
  })
  const ids = (name: string) => told[name].map((one: { id: number | string }) => one.id)
  expect(new Set(ids('deals'))).toEqual(new Set([at.deal.id, at.elsewhere.id]))
  expect(new Set(ids('leads'))).toEqual(new Set([at.lead.id, at.shared.id]))
  expect(new Set(ids('activities'))).toEqual(new Set([at.activity.id, at.meeting.id]))
  expect(ids('notes')).toEqual([at.note.id])
  expect(told.comments).toHaveLength(1)
  expect(told.calls).toHaveLength(2)
  expect(told.mail_messages).toHaveLength(2)
  expect(told.files.map((file: { name: string }) => file.name)).toContain(`${NAME}.txt`)
  expect(ids('projects')).toEqual([at.project.id])
  expect(told.changes[0]).toMatchObject({ action: 'added', after: { name: FORMER } })
  expect(told.hidden_mail_messages).toBe(1)
  expect(text).not.toContain('for their eyes')
  expect(
    await crm.sql`select count(*)::integer as n from crm.audit
    where company_id = ${user.companyId} and action = 'personal_data_told'`,
  ).toEqual([{ n: 1 }])
  for (const [method, path] of [
    ['GET', 'personalData'],
    ['POST', 'forget'],
    ['GET', 'forget'],
  ] as const)
    expect(
      (
        await colleague.call(
          method,
          `/v2/persons/${person.id}/${path}`,
          method === 'POST' ? { confirm_name: NAME } : undefined,
        )
      ).status,
    ).toBe(403)
})
