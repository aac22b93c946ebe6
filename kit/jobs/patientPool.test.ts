import { expect, inject, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { openLog } from '../log/log.ts'
import { databaseForThisTest } from '../testing/testDatabase.ts'
import { addJob, startWorker } from './jobs.ts'

test('jobs go on, each once, after the database was gone when the end of one was to be written down', async () => {
  const url = await databaseForThisTest([])
  const name = new URL(url.replace(/@[^/]*\//, '@x/')).pathname.slice(1)
  const admin = connect(inject('postgresUrl'))
  const ran: string[] = []
  const lines: string[] = []
  const worker = await startWorker(
    url,
    {
      async lose() {
        ran.push('lose')
        await admin.unsafe(`alter database ${name} allow_connections false`)
        await admin`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`
      },
      async next() {
        ran.push('next')
      },
    },
    openLog('warn', { write: line => lines.push(line) }),
  )
  const add = async (task: string) => {
    const sql = connect(url)
    await addJob(sql, task, {}).finally(() => sql.end())
  }

  await add('lose')
  await expect.poll(() => lines.join()).toContain('will be asked again')
  await admin.unsafe(`alter database ${name} allow_connections true`)
  await add('next')

  await expect.poll(() => lettersIn(ran)).toBe('lose, next')
  const sql = connect(url)
  await expect.poll(() => sql`select from graphile_worker.jobs`).toEqual([])
  expect(lettersIn(ran)).toBe('lose, next')
  await sql.end()
  await worker.stop()
  await admin.end()
})

function lettersIn(ran: readonly string[]): string {
  return ran.toSorted().join(', ')
}
