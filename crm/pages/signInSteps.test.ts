import { describe, expect, test } from 'vitest'
import { insertPasswordLink } from '../company/signIn/passwordLinkStore.ts'
import { heldBack } from '../testing/heldBack.ts'
import { logIn } from '../testing/logIn.ts'
import { aPerson, joinCompany, PASSWORD, type TestPerson } from '../testing/people.ts'
import { codeOfNow, TOTP_SECRET, withSecondFactor } from '../testing/secondFactor.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { openVisitor, type Visitor } from '../testing/visitor.ts'

const crm = await startTestCrm()
const WRONG = '000000'

async function aPersonWithCode(): Promise<TestPerson & { recoveryCode: string }> {
  const person = await aPerson(crm)
  return Object.assign(person, await withSecondFactor(crm, person))
}

async function afterPassword(person: TestPerson): Promise<Visitor> {
  const visitor = openVisitor(crm)
  const reply = await visitor.post('/login', { email: person.email, password: PASSWORD, next: '/app/account' })
  expect([reply.status, reply.location]).toEqual([303, '/login/code?next=%2Fapp%2Faccount'])
  return visitor
}

const sendCode = (visitor: Visitor, code: string) => visitor.post('/login/code', { code, next: '/app/account' })
const me = async (visitor: Visitor) => (await visitor.call('GET', '/v1/users/me')).status

describe('after the password', () => {
  test('there is no session before the code, and one after it', async () => {
    const visitor = await afterPassword(await aPersonWithCode())
    expect([...visitor.cookies.keys()]).toEqual(['portico_step'])
    expect(await me(visitor)).toBe(401)
    expect((await visitor.get('/login/code')).status).toBe(200)

    const code = codeOfNow()
    const reply = await sendCode(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)

    expect([reply.status, reply.location]).toEqual([303, '/app/account'])
    expect(visitor.cookies.has('portico_step')).toBe(false)
    expect(await me(visitor)).toBe(200)
    const [session] = await crm.sql`select two_factors from crm.session order by id desc limit 1`
    expect(session?.two_factors).toBe(true)
  })

  test('what the browser holds in between is no session', async () => {
    const visitor = await afterPassword(await aPersonWithCode())
    visitor.cookies.set('portico_session', visitor.cookies.get('portico_step') ?? '')

    expect(await me(visitor)).toBe(401)
  })

  test('401 for a code that was used, also by another sign-in', async () => {
    const person = await aPersonWithCode()
    const code = codeOfNow()
    await sendCode(await afterPassword(person), code)

    const again = await sendCode(await afterPassword(person), code)

    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
    expect(again.text).toContain('id="e-code"')
    expect((await sendCode(await afterPassword(person), codeOfNow(TOTP_SECRET, 1))).status).toBe(303)
  })

  test('one code sent twice at the same moment signs in once', async () => {
    const person = await aPersonWithCode()
    const [one, two] = [await afterPassword(person), await afterPassword(person)]
    const code = codeOfNow()

    const replies = await heldBack(crm, `select from crm.account where id = ${person.accountId} for update`, () => [
      sendCode(one, code),
      sendCode(two, code),
    ])

    expect(replies.map(reply => reply.status).sort()).toEqual([303, 401])
  })

  test('a recovery code works once, however it is typed', async () => {
    const person = await aPersonWithCode()

    const first = await sendCode(await afterPassword(person), 'ABCD EFGH ijkl mnop')
    const second = await sendCode(await afterPassword(person), person.recoveryCode)

    expect([first.status, second.status]).toEqual([303, 401])
    const [audited] = await crm.sql`select detail from crm.audit where action = 'signed_in'
      and subject = ${`user ${person.userId}`}`
    expect(audited?.detail).toEqual({ with: 'recovery code' })
  })

  test('after five wrong codes the sign-in begins again, even with the right one', async () => {
    const visitor = await afterPassword(await aPersonWithCode())
    const statuses = []
    for (let round = 0; round < 5; round++) statuses.push((await sendCode(visitor, WRONG)).status)

    const sixth = await sendCode(visitor, codeOfNow())

    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect([sixth.status, sixth.location]).toEqual([303, '/login?done=again'])
    expect(await me(visitor)).toBe(401)
  })

  test('a step is over after five minutes, and after a new password', async () => {
    const [late, changed] = [await aPersonWithCode(), await aPersonWithCode()]
    const [lateVisitor, changedVisitor] = [await afterPassword(late), await afterPassword(changed)]
    const [step] = await crm.sql`
      select extract(epoch from expires_time - now()) as seconds from crm.sign_in_step where account_id = ${late.accountId}`
    await crm.sql`update crm.sign_in_step set expires_time = now() where account_id = ${late.accountId}`
    await crm.sql`update crm.account set password_time = ${new Date()} where id = ${changed.accountId}`

    const replies = [await sendCode(lateVisitor, codeOfNow()), await sendCode(changedVisitor, codeOfNow())]

    expect(Number(step?.seconds)).toBeGreaterThan(200)
    expect(Number(step?.seconds)).toBeLessThanOrEqual(300)
    expect(replies.map(reply => reply.location)).toEqual(['/login?done=again', '/login?done=again'])
  })

  test('wrong codes stand in the audit log', async () => {
    const person = await aPersonWithCode()

    await sendCode(await afterPassword(person), WRONG)

    const failures = () =>
      crm.sql`select from crm.audit where action = 'sign_in_failed' and subject = ${`user ${person.userId}`}`
    await expect.poll(async () => (await failures()).length).toBe(1)
  })

  test('403 for the form of another site', async () => {
    const visitor = await afterPassword(await aPersonWithCode())

    const reply = await visitor.post('/login/code', { code: codeOfNow() }, { origin: 'https://evil.example' })

    expect([reply.status, await me(visitor)]).toEqual([403, 401])
  })
})

test('a link in a mail sets the password and still asks for the code', async () => {
  const person = await aPersonWithCode()
  const link = await insertPasswordLink(crm.sql, { accountId: person.accountId, companyId: null, days: 1 })
  const visitor = openVisitor(crm)

  const reply = await visitor.post('/password/new', { link, password: 'another long password' })

  expect(reply.location).toMatch(/^\/login\/code/)
  expect(await me(visitor)).toBe(401)
  expect((await sendCode(visitor, codeOfNow())).status).toBe(303)
})

test('without a step the page leads to the log-in', async () => {
  expect((await openVisitor(crm).get('/login/code')).location).toBe('/login')
})

describe('a person of several companies who has worked in none of them', () => {
  async function undecided() {
    const person = await aPerson(crm)
    const other = await crm.company()
    const userId = await joinCompany(crm, person, other)
    await crm.sql`update crm.app_user set last_login = null where account_id = ${person.accountId}`
    return { person, other, userId }
  }
  const sessionsOf = ({ accountId }: TestPerson) =>
    crm.sql`select company_id, two_factors from crm.session where account_id = ${accountId}`

  test('chooses one before there is a session, goes on to what was asked for, and is not asked again', async () => {
    const { person, other, userId } = await undecided()
    const visitor = openVisitor(crm)

    const first = await visitor.post('/login', { email: person.email, password: PASSWORD, next: '/app/account?a=1' })
    expect([first.status, first.location]).toEqual([303, '/login/company?next=%2Fapp%2Faccount%3Fa%3D1'])
    expect([...visitor.cookies.keys()]).toEqual(['portico_step'])
    expect([await me(visitor), (await sessionsOf(person)).length]).toEqual([401, 0])
    const choice = await visitor.get(first.location ?? '')
    const offered = [...choice.text.matchAll(/name="company_id" value="(\d+)"/g)].map(([, id]) => Number(id))
    expect(offered.sort((a, b) => a - b)).toEqual([person.companyId, other.companyId].sort((a, b) => a - b))

    const reply = await visitor.post('/login/company', {
      company_id: String(other.companyId),
      next: '/app/account?a=1',
    })

    expect([reply.status, reply.location]).toEqual([303, '/app/account?a=1'])
    expect(visitor.cookies.has('portico_step')).toBe(false)
    expect((await visitor.call('GET', '/v1/users/me')).data.company_id).toBe(other.companyId)
    const audited = await crm.sql`select company_id, subject, detail from crm.audit
      where action = 'signed_in' and subject in (${`user ${person.userId}`}, ${`user ${userId}`})`
    expect(audited).toEqual([{ company_id: other.companyId, subject: `user ${userId}`, detail: { with: 'password' } }])
    expect((await (await logIn(crm, person)).call('GET', '/v1/users/me')).data.company_id).toBe(other.companyId)
  })

  test('404 for a company of others, 303 to the log-in without a step or with a used one; no session', async () => {
    const { person } = await undecided()
    const stranger = await crm.company()
    const visitor = await logIn(crm, person)
    const step = visitor.cookies.get('portico_step') ?? ''
    const choose = (companyId: number) => visitor.post('/login/company', { company_id: String(companyId) })

    const foreign = await choose(stranger.companyId)
    expect([foreign.status, (await sessionsOf(person)).length]).toEqual([404, 0])
    expect((await choose(person.companyId)).status).toBe(303)
    visitor.cookies.clear()
    visitor.cookies.set('portico_step', step)
    for (const reply of [await choose(person.companyId), await openVisitor(crm).get('/login/company')])
      expect([reply.status, reply.location]).toEqual([303, '/login?done=again'])
    expect(await sessionsOf(person)).toHaveLength(1)
  })

  test('the step of the choice is none of the code, a new password ends it, and a code counts as two factors', async () => {
    const { person } = await undecided()
    const ended = await logIn(crm, person)
    expect((await ended.post('/login/code', { code: '000000' })).location).toBe('/login?done=again')
    const late = await logIn(crm, person)
    await crm.sql`update crm.account set password_time = ${new Date()} where id = ${person.accountId}`
    const refused = await late.post('/login/company', { company_id: String(person.companyId) })
    expect([refused.location, (await sessionsOf(person)).length]).toEqual(['/login?done=again', 0])
    await withSecondFactor(crm, person)
    const visitor = await logIn(crm, person)
    expect((await visitor.post('/login/company', { company_id: String(person.companyId) })).location).toBe(
      '/login?done=again',
    )
    const again = await logIn(crm, person)

    const coded = await again.post('/login/code', { code: codeOfNow() })
    expect(coded.location).toBe('/login/company?next=%2Fapp')
    await again.post('/login/company', { company_id: String(person.companyId) })

    expect(await sessionsOf(person)).toEqual([{ company_id: person.companyId, two_factors: true }])
  })
})
