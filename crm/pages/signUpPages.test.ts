import { readOutbox } from '@portico/kit/mail/readOutbox'
import { expect, test } from 'vitest'
import { aPerson, PASSWORD } from '../testing/people.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { openVisitor } from '../testing/visitor.ts'

const crm = await startTestCrm({ openSignUp: true })
const closed = await startTestCrm()
const SOON = { timeout: 120_000, interval: 20 }

const mailsTo = async (email: string) => (await readOutbox(crm.outbox)).filter(mail => mail.to === email)

async function ask(email: string, company = 'Acme Labs') {
  return openVisitor(crm).post('/signup', { email, company, name: 'Ann' })
}

async function linkFor(email: string, company?: string): Promise<string> {
  expect((await ask(email, company)).location).toBe('/signup/sent')
  await expect.poll(async () => (await mailsTo(email)).length, SOON).toBeGreaterThan(0)
  return new URL((await mailsTo(email)).at(-1)?.links[0] ?? '').searchParams.get('link') ?? ''
}

const confirm = (link: string, password = PASSWORD) => openVisitor(crm).post('/signup/confirm', { link, password })
const companiesOf = (email: string) =>
  crm.sql`select c.name, c.domain, u.is_admin from crm.app_user u join crm.company c on c.id = u.company_id
    where u.email = ${email} order by c.id`

test('404 unless the operator has opened it', async () => {
  expect((await openVisitor(closed).get('/signup')).status).toBe(404)
  expect((await openVisitor(closed).post('/signup', { email: 'a@b.test', company: 'A', name: 'A' })).status).toBe(404)
})

test('a stranger confirms the address, gets a company of their own and logs in', async () => {
  const email = 'ann@acme.test'
  const link = await linkFor(email)
  const opened = await openVisitor(crm).get(`/signup/confirm?link=${link}`)
  expect(await companiesOf(email)).toEqual([])

  const confirmed = await confirm(link)

  expect(opened.status).toBe(200)
  expect([confirmed.status, confirmed.location]).toEqual([303, '/login?done=signedup'])
  expect(await companiesOf(email)).toEqual([{ name: 'Acme Labs', domain: 'acme-labs', is_admin: true }])
  const visitor = openVisitor(crm)
  await visitor.post('/login', { email, password: PASSWORD })
  expect((await visitor.call('GET', '/v1/users/me')).data).toMatchObject({ company_name: 'Acme Labs', name: 'Ann' })
  expect((await visitor.call('GET', '/v1/pipelines')).data).toHaveLength(1)
})

test('410 for a link that was used, twice at once too; a taken short name gets a number', async () => {
  const link = await linkFor('bob@acme.test')

  const both = await Promise.all([confirm(link), confirm(link)])

  expect(both.map(reply => reply.status).sort()).toEqual([303, 410])
  expect(await companiesOf('bob@acme.test')).toMatchObject([{ domain: expect.stringMatching(/^acme-labs(-2)?$/) }])
  expect((await confirm(link)).status).toBe(410)
  expect((await openVisitor(crm).get('/signup/confirm?link=x')).status).toBe(410)
})

test('somebody with an account keeps the password and owns one company more', async () => {
  const person = await aPerson(crm)
  const link = await linkFor(person.email, 'Second')

  expect((await confirm(link, '')).status).toBe(303)

  expect(await companiesOf(person.email)).toHaveLength(2)
  expect((await openVisitor(crm).post('/login', { email: person.email, password: PASSWORD })).status).toBe(303)
})

test('somebody who was invited elsewhere and has no password yet gets one', async () => {
  const { email } = await aPerson(crm)
  await crm.sql`update crm.account set password_hash = null where email = ${email}`
  const link = await linkFor(email, 'Third')

  expect((await confirm(link, 'a password of their own')).status).toBe(303)

  expect((await openVisitor(crm).post('/login', { email, password: 'a password of their own' })).status).toBe(303)
})

test('the same answer for an address with an account and one without', async () => {
  const person = await aPerson(crm)

  const [known, unknown] = [await ask(person.email), await ask('nobody@acme.test')]

  expect([known.status, known.location, known.text]).toEqual([unknown.status, unknown.location, unknown.text])
})

test.each([
  ['email', { email: 'nothing' }],
  ['company', { company: ' ' }],
  ['name', { name: '' }],
])('400 beside %s when it is wrong', async (field, given) => {
  const reply = await openVisitor(crm).post('/signup', { email: 'x@y.test', company: 'X', name: 'X', ...given })

  expect(reply.status).toBe(400)
  expect(reply.text).toContain(`id="e-${field}"`)
})

test('400 for a weak password, and the link stays good', async () => {
  const link = await linkFor('weak@acme.test')

  expect((await confirm(link, 'short')).status).toBe(400)
  expect((await confirm(link)).status).toBe(303)
})
