import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { silentLog } from '../log/log.ts'
import { testDatabase } from '../testing/testDatabase.ts'
import { addJob, startWorker, type Worker } from './jobs.ts'

const testing = await testDatabase([])
const sql = connect(testing.url)
const workers: Worker[] = []
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await sql.end()
  await testing.drop()
})

async function start(task: (payload: { n: number }) => Promise<void>): Promise<Worker> {
  const worker = await startWorker(testing.url, { ring: task }, silentLog)
  workers.push(worker)
  return worker
}

test('what a killed process had taken, and the queue of it, go on with the next start; what is worked on is left', async () => {
  for (const n of [1, 2]) await addJob(sql, 'ring', { n }, { queue: 'bells' })
  await addJob(sql, 'ring', { n: 3 })
  // As a process leaves it that is killed while it works on the first of a queue, and on one without.
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-killed', locked_at = now(), attempts = 1
    where payload ->> 'n' in ('1', '3')`
  await sql`update graphile_worker._private_job_queues set locked_by = 'pool-of-the-killed', locked_at = now()`
  const done: number[] = []
  const held: number[] = []
  let letGo = () => {}
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })

  await start(async ({ n }) => {
    if (n === 9) {
      held.push(n)
      await gate
    }
    done.push(n)
  })

  await expect.poll(() => done.toSorted()).toEqual([1, 2, 3])

  await addJob(sql, 'ring', { n: 9 }, { queue: 'bells' })
  await expect.poll(() => held).toEqual([9])
  const second = await start(async ({ n }) => void held.push(n))
  await sleep(100)
  letGo()
  await expect.poll(() => done).toContain(9)
  expect(held).toEqual([9])
  await second.stop()
  workers.pop()
})

/** The connections of workers on this database; other tests have others on the same server. */
const locks = () => sql<{ pid: number }[]>`
  select pid from pg_locks where locktype = 'advisory' and classid = 762020
    and database = (select oid from pg_database where datname = current_database())`

test('a worker whose connection was lost is there again', async () => {
  const [before] = await locks()
  expect(before).toBeDefined()

  await sql`select pg_terminate_backend(${before?.pid ?? 0})`

  await expect.poll(async () => (await locks()).map(({ pid }) => pid !== before?.pid)).toEqual([true])
})

test('one that stops after its connection was lost stops in order', async () => {
  const before = new Set((await locks()).map(({ pid }) => pid))
  const worker = await start(async () => {})
  const own = (await locks()).find(({ pid }) => !before.has(pid))

  await sql`select pg_terminate_backend(${own?.pid ?? 0})`
  await worker.stop()

  workers.pop()
  await expect.poll(async () => (await locks()).some(({ pid }) => pid === own?.pid)).toBe(false)
})
