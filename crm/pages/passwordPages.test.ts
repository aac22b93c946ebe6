import { readOutbox } from '@portico/kit/mail/readOutbox'
import { describe, expect, test } from 'vitest'
import { insertPasswordLink } from '../company/signIn/passwordLinkStore.ts'
import { heldBack } from '../testing/heldBack.ts'
import { aPerson, PASSWORD, type TestPerson } from '../testing/people.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { openVisitor } from '../testing/visitor.ts'

const crm = await startTestCrm()
const SOON = { timeout: 120_000, interval: 20 }
const NEW = 'another long password'

const mailsTo = async (email: string) => (await readOutbox(crm.outbox)).filter(mail => mail.to === email)
const linkIn = (url = '') => new URL(url).searchParams.get('link') ?? ''

async function askedLink(person: TestPerson): Promise<string> {
  await openVisitor(crm).post('/password', { email: person.email })
  await expect.poll(async () => (await mailsTo(person.email)).length, SOON).toBeGreaterThan(0)
  return linkIn((await mailsTo(person.email)).at(-1)?.links[0])
}

const aLink = (person: { accountId: number }, companyId: number | null = null) =>
  insertPasswordLink(crm.sql, { accountId: person.accountId, companyId, days: 1 })

const setPassword = (link: string, password = NEW) => openVisitor(crm).post('/password/new', { link, password })
const canLogIn = async (person: TestPerson, password: string) =>
  (await openVisitor(crm).post('/login', { email: person.email, password })).status === 303

describe('asking', () => {
  test('the same answer for a known and an unknown address; a mail for the known one only', async () => {
    const person = await aPerson(crm)

    const [known, unknown] = [
      await openVisitor(crm).post('/password', { email: person.email.toUpperCase() }),
      await openVisitor(crm).post('/password', { email: 'nobody@example.com' }),
    ]

    expect([known.status, known.location, known.text]).toEqual([unknown.status, unknown.location, unknown.text])
    expect(known.location).toBe('/password/sent')
    await expect.poll(async () => (await mailsTo(person.email)).length, SOON).toBe(1)
    await expect.poll(async () => (await crm.sql`select from graphile_worker.jobs`).length, SOON).toBe(0)
    expect(await mailsTo('nobody@example.com')).toEqual([])
    expect((await mailsTo(person.email))[0]?.links[0]).toMatch(/^http:\/\/portico\.test\/password\/new\?link=\w{48}$/)
  })

  test('no mail for somebody who is switched off', async () => {
    const person = await aPerson(crm)
    await crm.sql`update crm.app_user set active = false where id = ${person.userId}`

    await openVisitor(crm).post('/password', { email: person.email })

    await expect.poll(async () => (await crm.sql`select from graphile_worker.jobs`).length, SOON).toBe(0)
    expect(await mailsTo(person.email)).toEqual([])
  })

  test('400 beside the field for what is no address', async () => {
    const reply = await openVisitor(crm).post('/password', { email: 'ann' })

    expect([reply.status, reply.text.includes('id="e-email"')]).toEqual([400, true])
  })

  test('nothing that opens the account is kept: not in the job, not in the database', async () => {
    const person = await aPerson(crm)
    const link = await askedLink(person)

    const [kept] = await crm.sql`select encode(digest, 'hex') as digest from crm.password_link
      where account_id = ${person.accountId}`

    expect(link).toMatch(/^\w{48}$/)
    expect(kept?.digest).not.toContain(link)
  })
})

describe('setting', () => {
  test('opening the link changes nothing, sending the form sets the password and signs in', async () => {
    const person = await aPerson(crm)
    const link = await askedLink(person)
    for (let round = 0; round < 3; round++)
      expect((await openVisitor(crm).get(`/password/new?link=${link}`)).status).toBe(200)
    expect(await canLogIn(person, PASSWORD)).toBe(true)

    const visitor = openVisitor(crm)
    const reply = await visitor.post('/password/new', { link, password: NEW })

    expect([reply.status, reply.location]).toEqual([303, '/app'])
    expect((await visitor.call('GET', '/v1/users/me')).status).toBe(200)
    expect([await canLogIn(person, PASSWORD), await canLogIn(person, NEW)]).toEqual([false, true])
    expect(
      await crm.sql`select from crm.audit where action = 'password_changed' and user_id = ${person.userId}`,
    ).toHaveLength(1)
  })

  test('410 the second time, and for a link that is unknown, too old or of before a new password', async () => {
    const [used, old, before, other] = [await aPerson(crm), await aPerson(crm), await aPerson(crm), await aPerson(crm)]
    const [usedLink, oldLink, beforeLink, otherLink] = [
      await aLink(used),
      await aLink(old),
      await aLink(before),
      await aLink(other),
    ]
    await setPassword(usedLink)
    await crm.sql`update crm.password_link set expires_time = now() where account_id = ${old.accountId}`
    await crm.sql`update crm.account set password_time = ${new Date()} where id = ${before.accountId}`
    await setPassword(await aLink(other))

    for (const link of [usedLink, oldLink, beforeLink, otherLink, '0'.repeat(48), '']) {
      expect((await openVisitor(crm).get(`/password/new?link=${link}`)).status).toBe(410)
      const reply = await setPassword(link, 'a third long password')
      expect([reply.status, reply.headers.getSetCookie()]).toEqual([410, []])
    }
    for (const person of [old, before]) expect(await canLogIn(person, PASSWORD)).toBe(true)
  })

  test('a link used twice at the same moment sets one password', async () => {
    const person = await aPerson(crm)
    const link = await aLink(person)

    const replies = await heldBack(crm, `select from crm.account where id = ${person.accountId} for update`, () => [
      setPassword(link, 'the first password'),
      setPassword(link, 'the second password'),
    ])

    expect(replies.map(reply => reply.status).sort()).toEqual([303, 410])
  })

  test('every other session ends', async () => {
    const person = await aPerson(crm)
    const before = openVisitor(crm)
    await before.post('/login', { email: person.email, password: PASSWORD })
    expect((await before.call('GET', '/v1/users/me')).status).toBe(200)

    await setPassword(await aLink(person))

    await expect.poll(async () => (await before.call('GET', '/v1/users/me')).status, SOON).toBe(401)
    expect(await crm.sql`select from crm.session where account_id = ${person.accountId}`).toHaveLength(1)
  })

  test('somebody invited answers with it: the user is activated', async () => {
    const user = await crm.colleague(crm.owner)
    const [row] = await crm.sql`select account_id, activated from crm.app_user where id = ${user.userId}`

    const reply = await setPassword(await aLink({ accountId: row?.account_id }, user.companyId))

    const [after] = await crm.sql`select activated, last_login from crm.app_user where id = ${user.userId}`
    expect([reply.status, row?.activated, after?.activated]).toEqual([303, false, true])
    expect(after?.last_login).not.toBeNull()
  })

  test('400 beside the field for a short one; the link stays good', async () => {
    const person = await aPerson(crm)
    const link = await aLink(person)

    const reply = await setPassword(link, 'short')

    expect([reply.status, reply.text.includes('needs at least 8 characters')]).toEqual([400, true])
    expect((await setPassword(link)).status).toBe(303)
  })

  test('403 for the form of another site', async () => {
    const person = await aPerson(crm)
    const link = await aLink(person)

    const reply = await openVisitor(crm).post(
      '/password/new',
      { link, password: NEW },
      { origin: 'https://evil.example' },
    )

    expect([reply.status, await canLogIn(person, PASSWORD)]).toEqual([403, true])
  })
})
