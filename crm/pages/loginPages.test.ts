import { processorTime } from '@portico/kit/testing/processorTime'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../base/access/apiToken.ts'
import { untilWaiting } from '../testing/heldBack.ts'
import { logIn } from '../testing/logIn.ts'
import { aPerson, joinCompany, PASSWORD, type TestPerson } from '../testing/people.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { statementsOf } from '../testing/statementsOf.ts'
import { openVisitor, type Visitor } from '../testing/visitor.ts'

const crm = await startTestCrm()
const SOON = { timeout: 120_000, interval: 20 }

const me = async (visitor: Visitor) => (await visitor.call('GET', '/v1/users/me')).status
const auditOf = (person: TestPerson, action: string) =>
  crm.sql`select company_id, subject, detail, address from crm.audit
    where action = ${action} and subject = ${`user ${person.userId}`} and company_id = ${person.companyId}`

describe('log-in', () => {
  test('303 to the account with a session in a cookie that scripts cannot read', async () => {
    const person = await aPerson(crm)
    const visitor = openVisitor(crm)

    const reply = await visitor.post('/login', { email: ` ${person.email.toUpperCase()} `, password: PASSWORD })

    expect([reply.status, reply.location]).toEqual([303, '/app'])
    expect(reply.headers.getSetCookie().find(cookie => cookie.startsWith('portico_session'))).toMatch(
      /^portico_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await me(visitor)).toBe(200)
  })

  test('what signed in is written down, and when the user came last', async () => {
    const person = await aPerson(crm)

    await logIn(crm, person)

    const [user] = await crm.sql`select last_login, activated from crm.app_user where id = ${person.userId}`
    const [session] = await crm.sql`select agent, address from crm.session where user_id = ${person.userId}`
    expect(Date.now() - user?.last_login.getTime()).toBeLessThan(60_000)
    expect(session).toEqual({ agent: 'Testfox', address: '127.0.0.1' })
    expect(await auditOf(person, 'signed_in')).toMatchObject([{ detail: { with: 'password' }, address: '127.0.0.1' }])
  })

  test('401 for a wrong password, beside the field; the audit log of each of the companies tells it', async () => {
    const person = await aPerson(crm)
    const other = await crm.company()
    await joinCompany(crm, person, other)

    const reply = await openVisitor(crm).post('/login', {
      email: person.email,
      password: 'wrong',
      next: '/app/account',
    })

    expect(reply.status).toBe(401)
    expect(reply.headers.getSetCookie()).toEqual([])
    expect(reply.text).toMatch(/<p class="wrong" id="e-password">Wrong e-mail address or password<\/p>/)
    expect(reply.text).toMatch(/id="f-password"[^>]* autofocus/)
    expect(reply.text).not.toContain('wrong"/>')
    const companies = async () =>
      (await crm.sql`select company_id from crm.audit where action = 'sign_in_failed' order by 1`).map(
        r => r.company_id,
      )
    await expect.poll(companies, SOON).toEqual([person.companyId, other.companyId].sort((a, b) => a - b))
  })

  test('the same answer for a wrong password, an unknown address, somebody invited and somebody switched off', async () => {
    const person = await aPerson(crm)
    const invited = await crm.colleague(crm.owner)
    const off = await aPerson(crm)
    await crm.sql`update crm.app_user set active = false where id = ${off.userId}`
    const [{ email: invitedTo } = { email: '' }] = await crm.sql<{ email: string }[]>`
      select email from crm.app_user where id = ${invited.userId}`
    const answer = async (email: string, password: string) => {
      const reply = await openVisitor(crm).post('/login', { email, password })
      return [reply.status, reply.headers.getSetCookie(), reply.text.replaceAll(email, 'EMAIL')]
    }

    const wrong = await answer(person.email, 'a wrong password')

    expect(await answer('nobody@example.com', PASSWORD)).toEqual(wrong)
    expect(await answer(invitedTo, PASSWORD)).toEqual(wrong)
    expect(await answer(off.email, PASSWORD)).toEqual(wrong)
    expect(wrong[0]).toBe(401)
  })

  test('known and unknown addresses cost the same statements, one job and the same time', async () => {
    const [person, off] = [await aPerson(crm), await aPerson(crm)]
    await crm.sql`update crm.app_user set active = false where id = ${off.userId}`
    await crm.sql.unsafe(`create table public.added_job (task text, payload json);
      create function public.note_job() returns trigger language plpgsql as $$ begin
        insert into public.added_job select identifier, new.payload from graphile_worker._private_tasks where id = new.task_id;
        return new;
      end $$;
      create trigger note_job after insert on graphile_worker._private_jobs
        for each row execute function public.note_job()`)
    const failedLogIn = (email: string) =>
      crm.answer('/login', {
        method: 'POST',
        headers: { origin: 'http://portico.test' },
        body: new URLSearchParams({ email, password: 'a wrong password' }),
      })
    const asked: Record<string, string[][]> = {}
    const jobs: Record<string, unknown[]> = {}
    const times: Record<string, number[]> = {}
    for (let round = 0; round < 7; round++)
      for (const [kind, email] of [
        ['known', person.email],
        ['off', off.email],
        ['unknown', 'nobody@example.com'],
      ] as const) {
        const time = await processorTime(async () => {
          const statements = await statementsOf(crm, () => failedLogIn(email))
          asked[kind] = [...(asked[kind] ?? []), statements]
        })
        times[kind] = [...(times[kind] ?? []), time]
        const added = await crm.sql<{ task: string; payload: object }[]>`delete from public.added_job returning *`
        jobs[kind] = [...(jobs[kind] ?? []), added.map(({ task, payload }) => [task, Object.keys(payload)])]
      }
    await crm.sql`drop trigger note_job on graphile_worker._private_jobs`
    // Whatever else the machine does makes some of them longer, and none shorter.
    const shortest = (all: number[] = []) => Math.min(...all)

    expect(asked.known?.[0]?.length).toBeGreaterThan(1)
    expect(asked.known).toEqual(asked.unknown)
    expect(asked.off).toEqual(asked.unknown)
    const oneEach = Array(7).fill([['crm:sign-in-failed', ['accountId', 'email', 'address']]])
    expect(jobs).toEqual({ known: oneEach, off: oneEach, unknown: oneEach })
    // A missing hash would make it a tenth.
    expect(shortest(times.unknown) / shortest(times.known)).toBeGreaterThan(0.3)
    expect(shortest(times.unknown) / shortest(times.known)).toBeLessThan(3.5)
  })

  test.each([
    ['email', { password: PASSWORD }],
    ['password', { email: 'a@example.com' }],
  ])('400 without %s, said beside the field', async (field, given) => {
    const reply = await openVisitor(crm).post('/login', given)

    expect(reply.status).toBe(400)
    expect(reply.text).toContain(`id="e-${field}"`)
  })

  test('403 for a form of another site', async () => {
    const person = await aPerson(crm)

    const reply = await openVisitor(crm).post(
      '/login',
      { email: person.email, password: PASSWORD },
      { origin: 'https://elsewhere.example' },
    )

    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []])
  })

  test.each([
    ['/app/account?done=x', '/app/account?done=x'],
    ['/oauth/authorize?client_id=1&state=a%26b', '/oauth/authorize?client_id=1&state=a%26b'],
    ['', '/app'],
    ['https://evil.example/', '/app'],
    ['//evil.example/', '/app'],
    ['/\\evil.example/', '/app'],
    ['/\t/evil.example/', '/app'],
    ['/.//evil.example/', '/app'],
    ['/x/..//evil.example', '/app'],
    ['javascript:alert(1)', '/app'],
    ['app', '/app'],
  ])('next %j leads to %j', async (next, expected) => {
    const person = await aPerson(crm)

    const reply = await openVisitor(crm).post('/login', { email: person.email, password: PASSWORD, next })

    expect(reply.location).toBe(expected)
  })

  test('what was typed is shown as text, whatever it holds', async () => {
    const reply = await openVisitor(crm).post('/login', { email: '"><script>alert(1)</script>', password: 'x' })

    expect(reply.text).not.toContain('<script>alert')
    expect(reply.text).toContain('&lt;script&gt;')
  })
})

describe('sessions', () => {
  test('a session that was there before is another one afterwards, and the former opens nothing', async () => {
    const [person, stranger] = [await aPerson(crm), await aPerson(crm)]
    const visitor = await logIn(crm, stranger)
    const before = visitor.cookies.get('portico_session') ?? ''

    await visitor.post('/login', { email: person.email, password: PASSWORD })

    expect(visitor.cookies.get('portico_session')).not.toBe(before)
    expect((await visitor.call('GET', '/v1/users/me')).data.id).toBe(person.userId)
    expect(await crm.sql`select from crm.session where digest = ${digestOf(before)}`).toHaveLength(0)
    visitor.cookies.set('portico_session', before)
    await expect.poll(() => me(visitor), SOON).toBe(401)
  })

  test('a secret that somebody put into the browser does not become a session', async () => {
    const person = await aPerson(crm)
    const visitor = openVisitor(crm)
    const planted = 'A'.repeat(43)
    visitor.cookies.set('portico_session', planted)

    await visitor.post('/login', { email: person.email, password: PASSWORD })

    expect(visitor.cookies.get('portico_session')).not.toBe(planted)
    expect(await me(visitor)).toBe(200)
  })

  test('a person of several companies comes into the one used last', async () => {
    const person = await aPerson(crm)
    const other = await crm.company()
    const userId = await joinCompany(crm, person, other)
    await crm.sql`update crm.app_user set last_login = now() where id = ${userId}`

    const there = await (await logIn(crm, person)).call('GET', '/v1/users/me')
    await crm.sql`update crm.app_user set active = false where id = ${userId}`
    const here = await (await logIn(crm, person)).call('GET', '/v1/users/me')

    expect([there.data.company_id, here.data.company_id]).toEqual([other.companyId, person.companyId])
  })

  test('the session used longest ago makes room for the hundred and first', async () => {
    const person = await aPerson(crm)
    const first = await logIn(crm, person)
    await crm.sql`alter table crm.session disable trigger at_most`
    await crm.sql`insert into crm.session (account_id, company_id, user_id, digest)
      select ${person.accountId}, ${person.companyId}, ${person.userId}, int4send(nr) from generate_series(1, 99) nr`
    await crm.sql`alter table crm.session enable trigger at_most`
    await crm.sql`update crm.session set last_used_time = now() - interval '1 day' where digest = int4send(50)`

    expect(await me(await logIn(crm, person))).toBe(200)

    const left = await crm.sql`select from crm.session where account_id = ${person.accountId}`
    const oldest = await crm.sql`select from crm.session where digest = int4send(50)`
    expect([left.length, oldest.length, await me(first)]).toEqual([100, 0, 200])
  })

  test('401 when the password changes while it is being checked', async () => {
    const person = await aPerson(crm)
    const visitor = openVisitor(crm)
    let reply: Promise<unknown> | undefined

    await crm.sql.begin(async sql => {
      await sql`update crm.account set password_time = ${new Date()} where id = ${person.accountId}`
      reply = visitor.post('/login', { email: person.email, password: PASSWORD })
      // The session waits for the row of the account.
      await untilWaiting(crm, 1)
    })

    expect(await reply).toMatchObject({ status: 401 })
    expect(await crm.sql`select from crm.session where account_id = ${person.accountId}`).toHaveLength(0)
  })
})

describe('log-out', () => {
  test('opening the page ends nothing; the button ends the session, not only the cookie', async () => {
    const person = await aPerson(crm)
    const visitor = await logIn(crm, person)
    const secret = visitor.cookies.get('portico_session') ?? ''
    await visitor.get('/logout')
    expect(await me(visitor)).toBe(200)

    const reply = await visitor.post('/logout')

    expect([reply.status, reply.location]).toEqual([303, '/login?done=loggedout'])
    expect(visitor.cookies.has('portico_session')).toBe(false)
    visitor.cookies.set('portico_session', secret)
    await expect.poll(() => me(visitor), SOON).toBe(401)
    const [written] = await crm.sql`select user_id, credential from crm.audit where action = 'signed_out'
      and user_id = ${person.userId}`
    expect(written?.credential).toMatch(/^session:\d+$/)
  })

  test('403 for a log-out of another site: the session goes on', async () => {
    const visitor = await logIn(crm, await aPerson(crm))

    const reply = await visitor.post('/logout', {}, { origin: 'https://elsewhere.example' })

    expect([reply.status, await me(visitor)]).toEqual([403, 200])
  })
})

test('the log-in page leads on whoever is signed in, and others to what they asked for', async () => {
  const visitor = await logIn(crm, await aPerson(crm))

  expect((await visitor.get('/login?next=/app/account')).location).toBe('/app/account')
  const page = await openVisitor(crm).get('/login?next=%2Fapp%2Faccount%3Fa%3D1%22')
  expect(page.text).toContain('name="next" value="/app/account?a=1&quot;"')
  expect(page.text.match(/<h1>/g)).toHaveLength(1)
})
