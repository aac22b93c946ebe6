import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { keptAwake } from './keptAwake.ts'

test('a transaction that waits for somebody else is not ended as idle', async () => {
  const client = connect(inject('postgresUrl'), { connection: { idle_in_transaction_session_timeout: 1_000 } })
  onTestFinished(() => client.end())

  const asked = await client.begin(async sql => {
    await keptAwake(sql, 60_000, () => sleep(2_000), 50)
    return sql`select 1 as one`
  })

  expect(asked).toEqual([{ one: 1 }])
})

test('503 for work that does not end in time', async () => {
  const client = connect(inject('postgresUrl'))
  onTestFinished(() => client.end())

  const endless = client.begin(sql => keptAwake(sql, 20, () => new Promise(() => {})))

  await expect(endless).rejects.toMatchObject({ code: 'unavailable' })
})
