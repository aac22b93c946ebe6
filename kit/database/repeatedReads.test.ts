import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { repeatedReads } from './repeatedReads.ts'

async function openTwo() {
  const [database, other] = [openDatabase(inject('postgresUrl')), openDatabase(inject('postgresUrl'))]
  onTestFinished(() => Promise.all([database.close(), other.close()]).then(() => {}))
  return {
    reads: repeatedReads(database),
    end: (pid: number) => other.read(sql => sql`select pg_terminate_backend(${pid})`),
  }
}

const OWN_PID = 'select pg_backend_pid() as pid'

test('what is being read when its connection is lost is read once more on another', async () => {
  const { reads, end } = await openTwo()
  const pids: number[] = []

  const answer = await reads.read(async sql => {
    const [own] = await sql.unsafe<{ pid: number }[]>(OWN_PID)
    pids.push(own?.pid ?? 0)
    if (pids.length === 1) await end(pids[0] ?? 0)
    const [row] = await sql<{ answer: number }[]>`select 42 as answer`
    return row?.answer
  })

  expect(answer).toBe(42)
  expect(new Set(pids).size).toBe(2)
})

test('a second loss is told, and so is at once whatever else fails', async () => {
  const { reads, end } = await openTwo()
  let tries = 0

  const lost = reads.read(async sql => {
    tries++
    const [own] = await sql.unsafe<{ pid: number }[]>(OWN_PID)
    await end(own?.pid ?? 0)
    return await sql`select 1`
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
