import { describe, expect, test } from 'vitest'
import { aSignup } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()

/** What the database wrote for a call: the same steps take the same time. */
async function written(path: string, body: object): Promise<object> {
  const count = async () => {
    const [row] = await market.sql`
      select (select count(*) from market.mail)::integer as mails,
             (select count(*) from graphile_worker.jobs where task_identifier = 'market:send-mail')::integer as jobs`
    return { mails: Number(row?.mails), jobs: Number(row?.jobs) }
  }
  const before = await count()
  await market.send(path, body)
  const after = await count()
  return { mails: after.mails - before.mails, jobs: after.jobs - before.jobs }
}

describe('before any mail is sent', () => {
  test('a known and an unknown address leave the same work behind', async () => {
    const { email } = await market.member()
    await market.send('/auth/signup', aSignup({ emailAddress: 'waiting@campus.edu' }))
    const work = { mails: 1, jobs: 1 }

    for (const emailAddress of [email, 'unheard-of@campus.edu', 'waiting@campus.edu']) {
      expect(await written('/auth/passwordResetRequest', { emailAddress })).toEqual(work)
      expect(await written('/auth/resendConfirmation', { emailAddress })).toEqual(work)
    }
    expect(await written('/auth/signup', aSignup({ emailAddress: email }))).toEqual(work)
    expect(await written('/auth/signup', aSignup({ emailAddress: 'quite-new@campus.edu' }))).toEqual(work)
  })

  test('only those get one that mean something to the reader', async () => {
    const subjects = async (to: string) => (await market.mails(to)).map(mail => mail.subject)
    const { email } = await market.member()
    await market.send('/auth/signup', aSignup({ emailAddress: email }))
    for (const emailAddress of [email, 'stranger@campus.edu']) {
      await market.send('/auth/passwordResetRequest', { emailAddress })
      await market.send('/auth/resendConfirmation', { emailAddress })
    }

    expect(await subjects('stranger@campus.edu')).toEqual([])
    expect((await subjects(email)).sort()).toEqual(['Set a new password', 'You already have an account'])
    expect(await market.sql`select from market.mail where address = 'stranger@campus.edu'`).toEqual([])
  })
})
