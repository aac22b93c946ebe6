import { describe, expect, test } from 'vitest'
import { importFiles } from '../../testing/importFiles.ts'
import { longChangeEnded, longChangeServices } from '../../testing/longChanges.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { longChangesTask } from './longChangesTask.ts'
import type { LongChangeHooks } from './run.ts'
import { LONG_CHANGES } from './works.ts'

// Without a worker, which would take what waits before the test does.
const crm = await startTestCrm({ worker: false })
const services = await longChangeServices(crm)

async function peopleOf(user: TestUser, count: number): Promise<number[]> {
  const rows = await crm.sql<{ id: number }[]>`
    insert into crm.person (company_id, name, owner_id, visible_to)
    select ${user.companyId}, 'Person ' || nr, ${user.userId}, 7 from generate_series(1, ${count}) nr returning id`
  return rows.map(row => row.id)
}

/** Asked for, and begun by nobody. */
async function waiting(user: TestUser, ids: readonly number[], change: object): Promise<number> {
  const [row] = await crm.sql<{ id: number }[]>`
    insert into crm.long_change (company_id, user_id, work, title, asked, ids, state, total, correlation_id)
    values (${user.companyId}, ${user.userId}, 'bulk', 'Test', ${JSON.stringify({ kind: 'person', action: { change } })}::text::jsonb,
      ${ids.map(String)}::text[], 'waiting', ${ids.length}, ${`test-${user.companyId}`}) returning id`
  return row?.id ?? 0
}

describe('a bulk change whose process is killed', () => {
  const changedPeople = async (user: TestUser) =>
    crm.sql`select entity_id from crm.change where company_id = ${user.companyId} and entity = 'person'`

  test('between two batches: another goes on once the lease is over, nothing is done twice or left out', async () => {
    const user = await crm.company()
    const ids = await peopleOf(user, 120)
    const id = await waiting(user, ids, { job_title: 'Boss' })
    let batches = 0
    let now = new Date()
    const killed = new Promise<void>(resolve => {
      const hooks: LongChangeHooks = {
        afterBatch() {
          resolve()
          return new Promise(() => {})
        },
      }
      void longChangesTask(services, LONG_CHANGES, hooks)()
    })
    await killed
    expect((await user.call('GET', `/app/api/bulk/${id}`)).body.data).toMatchObject({ state: 'running', done: 100 })

    const another = longChangesTask(services, LONG_CHANGES, { now: () => now, afterBatch: async () => void batches++ })
    await another()
    expect(batches).toBe(0)
    now = new Date(Date.now() + 60_000)
    await another()

    expect(await longChangeEnded(user, 'bulk', id)).toMatchObject({
      state: 'done',
      done: 120,
      counts: { changed: 120 },
    })
    const lines = await changedPeople(user)
    expect(lines.length).toBe(120)
    expect(new Set(lines.map(line => line.entity_id)).size).toBe(120)
  })

  test('whose connection breaks within a batch: that batch is done anew, also while undoing', async () => {
    const user = await crm.company()
    const ids = await peopleOf(user, 120)
    const id = await waiting(user, ids, { job_title: 'Boss' })
    let now = new Date()
    const breakingOnce = (): LongChangeHooks => {
      let batches = 0
      return {
        now: () => now,
        async inBatch({ sql }) {
          if (++batches === 2) await sql`select pg_terminate_backend(pg_backend_pid())`
        },
      }
    }
    const runTwice = async () => {
      await longChangesTask(services, LONG_CHANGES, breakingOnce())()
      now = new Date(now.getTime() + 10_000)
      await longChangesTask(services, LONG_CHANGES, { now: () => now })()
    }

    await runTwice()
    expect(await longChangeEnded(user, 'bulk', id)).toMatchObject({ state: 'done', counts: { changed: 120 } })
    expect(await changedPeople(user)).toHaveLength(120)

    await crm.sql`update crm.long_change set state = 'undoing', undo_total = 120 where id = ${id}`
    await runTwice()
    expect(await longChangeEnded(user, 'bulk', id)).toMatchObject({
      state: 'undone',
      counts: { reverted: 120, kept: 0 },
    })
    expect(await changedPeople(user)).toHaveLength(240)
    expect(
      await crm.sql`select from crm.person where company_id = ${user.companyId} and job_title is not null`,
    ).toHaveLength(0)
  })

  test('one that is undone in the middle stops, and what it did is undone', async () => {
    const user = await crm.company()
    const ids = await peopleOf(user, 120)
    const id = await waiting(user, ids, { job_title: 'Boss' })
    const hooks: LongChangeHooks = {
      async afterBatch({ state }) {
        if (state === 'running') await user.call('POST', `/app/api/bulk/${id}/undo`)
      },
    }

    await longChangesTask(services, LONG_CHANGES, hooks)()

    expect(await longChangeEnded(user, 'bulk', id)).toMatchObject({
      state: 'undone',
      done: 100,
      counts: { changed: 100, reverted: 100 },
    })
    expect(
      await crm.sql`select from crm.person where company_id = ${user.companyId} and job_title is not null`,
    ).toHaveLength(0)
  })

  test('is told as failed with its reason after five faults in a row, or at once when the user is gone', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const id = await waiting(user, await peopleOf(user, 1), { job_title: 'Boss' })
    let now = new Date()
    const hooks: LongChangeHooks = {
      now: () => now,
      inBatch: () => Promise.reject(new Error('secret detail')),
    }
    for (let tries = 0; tries < 5; tries++) {
      await longChangesTask(services, LONG_CHANGES, hooks)()
      now = new Date(now.getTime() + 10_000)
    }
    expect(await longChangeEnded(user, 'bulk', id)).toMatchObject({
      state: 'failed',
      problem: 'Something went wrong on our side',
      done: 0,
    })

    const theirs = await waiting(colleague, await peopleOf(user, 1), { job_title: 'Boss' })
    await crm.sql`update crm.app_user set active = false where id = ${colleague.userId}`
    await longChangesTask(services, LONG_CHANGES, { now: () => now })()
    expect(await longChangeEnded(user, 'bulk', theirs)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching('not active'),
    })
  })
})

test('an import whose process is killed in the middle: another goes on, nobody is added twice', async () => {
  const user = await crm.company()
  const rows = Array.from({ length: 250 }, (_, nr) => `Person ${nr},p${nr}@x.test,Org ${nr % 7}`)
  const { body } = await importFiles(crm).upload(user, `name,email,company\n${rows.join('\n')}\n`)
  await crm.sql`update crm.long_change set state = 'waiting' where id = ${body.data.id}`
  let now = new Date()
  const killed = new Promise<void>(resolve => {
    const hooks: LongChangeHooks = {
      afterBatch() {
        resolve()
        return new Promise(() => {})
      },
    }
    void longChangesTask(services, LONG_CHANGES, hooks)()
  })
  await killed
  let batches = 0
  const breaking: LongChangeHooks = {
    now: () => now,
    async inBatch({ sql }) {
      if (++batches === 1) await sql`select pg_terminate_backend(pg_backend_pid())`
    },
  }
  for (let turn = 1; turn < 3; turn++) {
    now = new Date(Date.now() + turn * 60_000)
    await longChangesTask(services, LONG_CHANGES, breaking)()
  }

  expect(await longChangeEnded(user, 'imports', body.data.id)).toMatchObject({
    state: 'done',
    done: 250,
    counts: { added: 257 },
  })
  expect(await crm.sql`select from crm.person where company_id = ${user.companyId}`).toHaveLength(250)
  expect(await crm.sql`select from crm.organization where company_id = ${user.companyId}`).toHaveLength(7)
})

test('what becomes hidden while it goes on is left alone', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const ids = await peopleOf(user, 105)
  const id = await waiting(colleague, ids, { job_title: 'Boss' })
  const hooks: LongChangeHooks = {
    async afterBatch() {
      await crm.sql`update crm.person set visible_to = 1 where id = ${ids[102] ?? 0}`
    },
  }

  await longChangesTask(services, LONG_CHANGES, hooks)()

  expect(await longChangeEnded(colleague, 'bulk', id)).toMatchObject({ counts: { changed: 104, skipped: 1 } })
})
