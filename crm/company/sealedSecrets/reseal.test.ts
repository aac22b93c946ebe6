import { openSealedSecret, sealSecret } from '@portico/kit/access/sealedSecret'
import { expect, test } from 'vitest'
import { anApp } from '../../testing/oauth.ts'
import { aPerson, PASSWORD } from '../../testing/people.ts'
import { codeOfNow, TOTP_SECRET, withSecondFactor } from '../../testing/secondFactor.ts'
import { startTestCrm, TEST_SECRET } from '../../testing/startTestCrm.ts'
import { openVisitor } from '../../testing/visitor.ts'
import { resealSecrets } from './reseal.ts'
import { SEALED_COLUMNS } from './store.ts'

const crm = await startTestCrm()
const [NEW, UNKNOWN] = ['another secret of the tests, long enough', 'a secret that the server has lost, long enough']

const sealedIn = async () => {
  const rows = await crm.sql<{ purpose: string; sealed: Buffer }[]>`
    select 'crm second factor' as purpose, totp_sealed as sealed from crm.account where totp_sealed is not null
    union all select 'crm oauth app secret', secret_sealed from crm.oauth_app order by 1`
  return (secrets: string[]) => rows.map(({ purpose, sealed }) => openSealedSecret(sealed, purpose, secrets))
}

test('a server that starts with a new secret before the old seals everything with the new one alone', async () => {
  const person = await aPerson(crm)
  await withSecondFactor(crm, person)
  const app = await anApp(crm, crm.owner)
  const signIn = async (at: { origin: string }) => {
    const visitor = openVisitor(at)
    await visitor.post('/login', { email: person.email, password: PASSWORD })
    return (await visitor.post('/login/code', { code: codeOfNow() })).status
  }
  expect((await sealedIn())([NEW])).toEqual([undefined, undefined])
  expect(await signIn(await crm.another({ secrets: [NEW] }))).toBe(401)

  await crm.another({ secrets: [NEW, TEST_SECRET] })

  expect((await sealedIn())([NEW])).toEqual([app.clientSecret, TOTP_SECRET])
  expect(await signIn(await crm.another({ secrets: [NEW] }))).toBe(303)
  expect(await resealSecrets(crm.database, [NEW, TEST_SECRET])).toEqual({ resealed: 0, lost: 0 })
})

test('what no secret opens is counted and left as it is', async () => {
  const person = await aPerson(crm)
  const lost = sealSecret(TOTP_SECRET, 'crm second factor', UNKNOWN)
  await crm.sql`update crm.account set totp_sealed = ${lost} where id = ${person.accountId}`

  expect(await resealSecrets(crm.database, [TEST_SECRET, NEW])).toEqual({ resealed: 2, lost: 1 })

  const [kept] = await crm.sql`select totp_sealed from crm.account where id = ${person.accountId}`
  expect(kept?.totp_sealed).toEqual(lost)
})

/** Worth nothing after an hour, so that nobody misses them. */
const SHORT_LIVED = ['oauth_grant.answer_sealed']

test('every column of sealed secrets is sealed anew', async () => {
  const columns = await crm.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'crm' and column_name ~ 'sealed' order by 1`

  const known = [...SEALED_COLUMNS.map(({ name }) => name), ...SHORT_LIVED]
  expect(columns.map(({ name }) => name)).toEqual(known.sort())
})
