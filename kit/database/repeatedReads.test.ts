import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { repeatedReads } from './repeatedReads.ts'
import type { Sql } from './sql.ts'

async function openTwo() {
  const [database, other] = [openDatabase(inject('postgresUrl')), openDatabase(inject('postgresUrl'))]
  onTestFinished(() => Promise.all([database.close(), other.close()]).then(() => {}))

  /** Reads until the connection is ended by somebody else. */
  async function loseConnection(sql: Sql, pid: number): Promise<void> {
    const reading = sql`select pg_sleep(300)`.then(rows => rows)
    await Promise.all([reading, other.read(there => there`select pg_terminate_backend(${pid})`)])
  }
  return { reads: repeatedReads(database), loseConnection }
}

async function ownPid(sql: Sql): Promise<number> {
  const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return own?.pid ?? 0
}

test('what is being read when its connection is lost is read once more on another', async () => {
  const { reads, loseConnection } = await openTwo()
  const pids: number[] = []

  const answer = await reads.read(async sql => {
    const pid = await ownPid(sql)
    if (pids.push(pid) === 1) await loseConnection(sql, pid)
    const [row] = await sql<{ answer: number }[]>`select 42 as answer`
    return row?.answer
  })

  expect(answer).toBe(42)
  expect(new Set(pids).size).toBe(2)
})

test('a second loss is told, and so is at once whatever else fails', async () => {
  const { reads, loseConnection } = await openTwo()
  let tries = 0

  const lost = reads.read(async sql => {
    tries++
    await loseConnection(sql, await ownPid(sql))
  })
  await expect(lost).rejects.toMatchObject({
    code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/),
  })
  expect(tries).toBe(2)

  const wrong = reads.read(sql => {
    tries++
    return sql`select 1 / 0`.then(rows => rows)
  })
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
  expect(tries).toBe(3)
})
