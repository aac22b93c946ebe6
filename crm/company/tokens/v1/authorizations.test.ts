import { expect, test } from 'vitest'
import { aPerson, joinCompany, PASSWORD, type TestPerson } from '../../../testing/people.ts'
import { withSecondFactor } from '../../../testing/secondFactor.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()

/** As older programs ask: the address and the password as a form, and no token. */
async function authorize({ email }: { email: string }, password = PASSWORD, as: 'form' | 'json' = 'form') {
  const response = await fetch(`${crm.origin}/v1/authorizations`, {
    method: 'POST',
    headers: { 'content-type': as === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' },
    body:
      as === 'form'
        ? `email=${encodeURIComponent(email)}&password=${encodeURIComponent(password)}`
        : JSON.stringify({ email, password }),
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

const statusWith = async (token: string) => (await fetch(`${crm.origin}/v1/users/me?api_token=${token}`)).status

test('POST /v1/authorizations answers the same token for each company until it is revoked', async () => {
  const person = await aPerson(crm, await crm.company())
  const second = await crm.company()
  await joinCompany(crm, person, second)

  const first = await authorize(person)
  const again = await authorize(person, PASSWORD, 'json')

  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(first.body.data).toEqual([
    expect.objectContaining({ company_id: person.companyId, user_id: person.userId }),
    expect.objectContaining({ company_id: second.companyId }),
  ])
  expect(again.body.data).toEqual(first.body.data)
  const [{ api_token: token }, { api_token: other }] = first.body.data
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  expect(other).not.toBe(token)
  expect([await statusWith(token), await statusWith(other)]).toEqual([200, 200])

  const listed = (await person.call('GET', '/app/api/tokens')).body.data
  const [found] = listed.filter(({ name }: { name: string }) => name === 'for e-mail and password')
  await person.call('DELETE', `/app/api/tokens/${found.id}`)
  await expect.poll(() => statusWith(token)).toBe(401)
  const next = (await authorize(person)).body.data[0].api_token
  expect(next).not.toBe(token)
  expect(await statusWith(next)).toBe(200)
  expect((await authorize(person)).body.data[0].api_token).toBe(next)
})

test('POST /v1/authorizations from two programs at once makes one token', async () => {
  const person = await aPerson(crm, await crm.company())

  const answers = await Promise.all([authorize(person), authorize(person), authorize(person)])

  expect(new Set(answers.map(({ body }) => body.data[0].api_token)).size).toBe(1)
})

test.each<[why: string, change: (person: TestPerson) => Promise<unknown>]>([
  ['the person has a second factor', person => withSecondFactor(crm, person)],
  [
    'the company demands a second factor',
    person => crm.sql`update crm.company set settings = settings || '{"require_second_factor": true}'
      where id = ${person.companyId}`,
  ],
])('403 for POST /v1/authorizations where %s', async (_, change) => {
  const person = await aPerson(crm, await crm.company())
  await change(person)

  const { status, body } = await authorize(person)

  expect(status).toBe(403)
  expect(body.error).toContain('second factor')
  const tokens = await crm.sql`select from crm.api_token
    where company_id = ${person.companyId} and name = 'for e-mail and password'`
  expect(tokens).toHaveLength(0)
})

test('401 for POST /v1/authorizations with a wrong password, an unknown address and somebody switched off', async () => {
  const person = await aPerson(crm, await crm.company())
  const off = await aPerson(crm, await crm.company())
  await crm.sql`update crm.app_user set active = false where company_id = ${off.companyId} and id = ${off.userId}`

  const refused = [
    await authorize(person, 'wrong'),
    await authorize({ email: 'nobody@example.com' }),
    await authorize(off),
  ]

  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(refused.map(({ body }) => body.error)).size).toBe(1)
  expect(refused[0]?.body.error_info).toMatch(/^The e-mail address and the password are those that log in at \/login/)
  const missing = await person.call('POST', '/v1/authorizations', { email: 'a@b.c' })
  expect(missing.status).toBe(400)
  expect(missing.body.error).toContain('password')
})
