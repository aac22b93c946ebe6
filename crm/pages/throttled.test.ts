import { expect, test } from 'vitest'
import { logIn } from '../testing/logIn.ts'
import { anApp, refresh, tokensOf } from '../testing/oauth.ts'
import { aPerson, PASSWORD } from '../testing/people.ts'
import { codeOfNow, withSecondFactor } from '../testing/secondFactor.ts'
import { startTestCrm } from '../testing/startTestCrm.ts'
import { openVisitor } from '../testing/visitor.ts'

/** Whoever tries too often is held back. Tries of others, and what belongs to others, are not. */

const crm = await startTestCrm({ rateLimit: true })

async function statuses(count: number, work: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = []
  for (let round = 0; round < count; round++) seen.push((await work()).status)
  return seen
}

test('429 after ten wrong passwords for one address; the owner goes on in a browser that is known', async () => {
  const [person, other] = [await aPerson(crm), await aPerson(crm)]
  const known = await logIn(crm, person)

  const seen = await statuses(11, () => openVisitor(crm).post('/login', { email: person.email, password: 'wrong' }))
  const right = await openVisitor(crm).post('/login', { email: person.email, password: PASSWORD })

  expect(seen).toEqual([...Array(10).fill(401), 429])
  expect(right.status).toBe(429)
  expect(right.text).toContain('Too many attempts')
  known.cookies.delete('portico_session')
  expect((await known.post('/login', { email: person.email, password: PASSWORD })).status).toBe(303)
  await logIn(crm, other)
})

test('429 after ten wrong passwords at POST /v1/authorizations, for whoever tried them alone', async () => {
  const [person, other] = [await aPerson(crm), await aPerson(crm)]
  const known = await logIn(crm, person)
  const authorize = (email: string, password: string) =>
    crm.answer('/v1/authorizations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })

  const seen = await statuses(11, () => authorize(person.email, 'wrong'))

  expect(seen).toEqual([...Array(10).fill(401), 429])
  expect((await authorize(person.email, PASSWORD)).status).toBe(429)
  known.cookies.delete('portico_session')
  expect((await known.post('/login', { email: person.email, password: PASSWORD })).status).toBe(303)
  expect((await authorize(other.email, PASSWORD)).status).toBe(200)
})

test('429 the same for an address without an account', async () => {
  const seen = await statuses(11, () => openVisitor(crm).post('/login', { email: 'no@example.com', password: 'wrong' }))

  expect(seen).toEqual([...Array(10).fill(401), 429])
})

test('429 after ten wrong codes, however often the sign-in is begun again', async () => {
  const person = await aPerson(crm)
  await withSecondFactor(crm, person)
  const tryCode = async (code: string) => {
    const visitor = openVisitor(crm)
    await visitor.post('/login', { email: person.email, password: PASSWORD })
    return visitor.post('/login/code', { code })
  }

  const seen = await statuses(10, () => tryCode('000000'))

  expect(seen).toEqual(Array(10).fill(401))
  expect((await tryCode(codeOfNow())).status).toBe(429)
})

test('429 after ten wrong passwords on the account page', async () => {
  const visitor = await logIn(crm, await aPerson(crm))

  const seen = await statuses(11, () =>
    visitor.post('/app/account/password', { password: 'wrong', new_password: 'another long password' }),
  )

  expect(seen).toEqual([...Array(10).fill(400), 429])
})

test('429 after five mails to one address, and after sixty wrong links', async () => {
  const mails = await statuses(6, () => openVisitor(crm).post('/password', { email: 'mails@example.com' }))
  const links = await statuses(60, () => openVisitor(crm).get('/password/new?link=wrong'))
  const calendar = await openVisitor(crm).get(`/calendar/${'0'.repeat(48)}.ics`)

  expect(mails).toEqual([...Array(5).fill(303), 429])
  expect([...links, calendar.status]).toEqual([...Array(60).fill(410), 429])
})

test('429 after thirty wrong secrets of an OAuth app, counted in all processes together; other apps go on', async () => {
  const [here, there] = [crm, await crm.another()]
  const [mine, other] = [await anApp(crm, crm.owner), await anApp(crm, crm.owner)]
  const wrong = { ...mine, clientSecret: 'wrong' }
  const statuses: number[] = []
  for (let round = 0; round < 15; round++)
    for (const place of [here, there]) statuses.push((await refresh(place, wrong, 'x')).status)

  const right = [await refresh(here, mine, 'x'), await refresh(there, mine, 'x')]

  expect(statuses).toEqual(Array(30).fill(400))
  for (const { status, headers, body } of right) {
    expect([status, body.error, body.success]).toEqual([429, 'too_many_requests', false])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await tokensOf(crm, crm.owner, other)).access_token).toBeDefined()
  await crm.sql`update crm.attempt set since = now() - interval '1 minute'`
  expect((await refresh(there, mine, 'x')).body.error).toBe('invalid_grant')
})
