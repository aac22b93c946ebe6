import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { throughProxy } from '../testing/throughProxy.ts'
import { connect } from './connect.ts'
import type { Sql } from './sql.ts'

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

test.each<[string, (sql: Sql) => Promise<unknown>]>([
  ['sends one more statement', sql => sql`select 2`],
  ['begins a part', sql => sql.savepoint(part => part`select 2`)],
  ['fails by a rule', () => Promise.reject(new Error('not allowed'))],
  ['has nothing more to do', async () => 'done'],
])('a transaction that %s after its connection was cut has failed by then', async (_, goOn) => {
  const { url, cut } = await throughProxy(inject('postgresUrl'))
  const client = connect(url)
  let tell = () => {}
  const failed = new Promise<void>(resolve => {
    tell = resolve
  })

  const transaction = client.begin(async sql => {
    await sql`select 1`
    cut()
    await failed
    return goOn(sql)
  })
  transaction.catch(tell)

  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await sleep(100)
  await client.end({ timeout: 0 })
})

test('a part that fails with the connection of its transaction rolls nothing back', async () => {
  const { url, cut } = await throughProxy(inject('postgresUrl'))
  const client = connect(url)

  const transaction = client.begin(sql =>
    sql.savepoint(async part => {
      const slow = part`select pg_sleep(5)`.then(rows => rows)
      setTimeout(cut, 50)
      await slow
    }),
  )

  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await sleep(100)
  await client.end({ timeout: 0 })
})
