import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@portico/kit/database/sql'
import { describe, expect, test } from 'vitest'
import { heldOpen } from '../../testing/heldOpen.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { type Known, learn, NOTHING_KNOWN } from './settledRules.ts'
import { openSettledLog } from './settledSeq.ts'

describe('by what looks have shown', () => {
  const after = (...looks: [drawn: number, writers: string[], life?: string][]): Known =>
    looks.reduce(
      (known, [drawn, writers, life = 'a']) => learn(known, { drawn, writers: new Set(writers), life }),
      NOTHING_KNOWN,
    )

  test.each<[string, Parameters<typeof after>, number]>([
    ['nobody writes', [[5, []]], 5],
    ['a writer is there, and nothing was seen before', [[5, ['T']]], 0],
    [
      'the writer of the first look is still there',
      [
        [5, ['T']],
        [9, ['T', 'U']],
      ],
      0,
    ],
    [
      'the writer of the first look has ended, others write',
      [
        [5, ['T']],
        [9, ['U']],
        [12, ['U', 'V']],
      ],
      5,
    ],
    [
      'a later look had none of those who still write',
      [
        [5, ['T']],
        [9, ['U']],
        [12, ['V']],
      ],
      9,
    ],
    [
      'one that writes for long is there from the second look on',
      [
        [5, []],
        [9, ['T']],
        [12, ['T', 'U']],
      ],
      5,
    ],
    [
      'PostgreSQL has crashed since',
      [
        [9, []],
        [12, ['T']],
        [9, ['1'], 'b'],
      ],
      0,
    ],
    [
      'the log was replaced by an older one',
      [
        [9, []],
        [7, ['T']],
      ],
      0,
    ],
  ])('%s', (_, looks, settled) => {
    expect(after(...looks).settled).toBe(settled)
  })

  test('goes on however long others overlap, with a bounded memory', () => {
    let known = NOTHING_KNOWN
    for (let nr = 0; nr < 1_000; nr++) {
      known = learn(known, {
        drawn: nr,
        writers: new Set(Array.from({ length: 60 }, (_, back) => `T${nr - back}`)),
        life: '',
      })
      expect(known.open.length).toBeLessThanOrEqual(17)
    }
    expect(known.settled).toBeGreaterThan(800)
  })
})

describe('by the database', async () => {
  const crm = await startTestCrm()
  const line = (sql: Sql) =>
    sql<{ seq: number }[]>`insert into crm.change (company_id, entity, entity_id, action)
      values (${crm.owner.companyId}, 'deal', '1', 'updated') returning seq`.then(([row]) => row?.seq ?? 0)

  const held = <T>(work: (sql: Sql) => Promise<T>) => heldOpen(crm, work)

  test.each(['commit', 'rollback'] as const)('a number is not passed while its transaction may still %s', async how => {
    const log = openSettledLog(crm.database)
    const earlier = await line(crm.sql)
    expect(await log.settledSeq()).toBe(earlier)

    const late = await held(line)
    const newer = await line(crm.sql)
    expect(newer).toBeGreaterThan(late.value)
    expect(await log.settledSeq({ waitMs: 50 })).toBe(earlier)
    expect(await openSettledLog(crm.database).settledSeq({ waitMs: 50 })).toBe(0)

    await late[how]()
    expect(await log.settledSeq()).toBe(newer)
  })

  test('a caller waits for a transaction that ends soon', async () => {
    const late = await held(line)
    const asked = openSettledLog(crm.database).settledSeq({ waitMs: 60_000 })
    await sleep(50)
    await late.commit()
    expect(await asked).toBeGreaterThanOrEqual(late.value)
  })

  test('a transaction that has not written to the log yet holds up nothing, and draws a larger number', async () => {
    const log = openSettledLog(crm.database)
    const idle = await held(sql => sql`select pg_current_xact_id(), pg_sleep(0)`)
    const newest = await line(crm.sql)
    expect(await log.settledSeq()).toBe(newest)
    await idle.commit()
  })

  test('one that waits within its statement, with the lock and without a number, is waited for', async () => {
    await crm.sql`create table if not exists crm.held_for_test (id int primary key)`
    await crm.sql`insert into crm.held_for_test values (1)`
    const log = openSettledLog(crm.database)
    const before = await log.settledSeq()
    const row = await held(sql => sql`select from crm.held_for_test for update`)
    const waiting = crm.database.write(
      sql => sql<{ seq: number }[]>`
        with locked as (select id from crm.held_for_test for update)
        insert into crm.change (company_id, entity, entity_id, action)
        select ${crm.owner.companyId}, 'deal', '1', 'updated' from locked returning seq`,
    )
    await expect.poll(async () => (await crm.sql`select from pg_locks where not granted`).length).toBe(1)
    const newer = await line(crm.sql)
    expect(await log.settledSeq({ waitMs: 50 })).toBe(before)

    await row.commit()
    const [late] = await waiting
    expect(late?.seq).toBeGreaterThan(newer)
    expect(await log.settledSeq()).toBe(late?.seq)
    await crm.sql`drop table crm.held_for_test`
  })

  test('what was rolled back to a savepoint is over, what was written around it is not', async () => {
    const log = openSettledLog(crm.database)
    const before = await log.settledSeq()
    const late = await held(async sql => {
      const outer = await line(sql)
      await sql`savepoint part`
      await line(sql)
      await sql`rollback to savepoint part`
      return outer
    })
    await line(crm.sql)
    expect(await log.settledSeq({ waitMs: 50 })).toBe(before)
    await late.commit()
    expect(await log.settledSeq()).toBeGreaterThan(late.value)
  })

  test('those who overlap without an end hold up only what is newer than they are', async () => {
    const log = openSettledLog(crm.database)
    const one = await held(line)
    await log.settledSeq({ waitMs: 0 })
    const two = await held(line)
    await one.commit()
    expect(await log.settledSeq({ waitMs: 0 })).toBe(one.value)
    await two.commit()
  })
})
