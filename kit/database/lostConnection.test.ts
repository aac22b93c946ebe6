import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { throughProxy } from '../testing/throughProxy.ts'
import { connect } from './connect.ts'

// A write into the lost socket would be an error that nobody catches, which fails the run.
test('a transaction whose connection is cut fails, and nothing is written to what is gone', async () => {
  const { url, cut } = await throughProxy(inject('postgresUrl'))
  const client = connect(url)

  const transaction = client.begin(async sql => {
    await sql`select 1`
    const slow = sql`select pg_sleep(5)`.then(rows => rows)
    setTimeout(cut, 50)
    await slow
  })

  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await sleep(100)
  await client.end({ timeout: 0 })
})
