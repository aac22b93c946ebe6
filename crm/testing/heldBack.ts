import type { Sql } from '@portico/kit/database/sql'
import { expect, vi } from 'vitest'
import type { TestCrm } from './startTestCrm.ts'

/**
 * Makes calls meet: takes a lock they need, starts them all, waits until at least two of them stand before a lock, and
 * lets them go. `lock` is the statement that takes it.
 *
 * @example await heldBack(crm, 'lock table crm.deal in share mode', () => [add(), add()])
 */
export async function heldBack<T>(crm: TestCrm, lock: string, start: () => Promise<T>[]): Promise<T[]> {
  let calls: Promise<T>[] = []
  await crm.sql.begin(async sql => {
    await sql.unsafe(lock)
    calls = start()
    await untilWaiting(crm, 2)
  })
  return Promise.all(calls)
}

/** The same for calls that take their turns in the given order: each begins when those before it wait. */
export async function heldInTurn<T>(crm: TestCrm, lock: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = []
  await crm.sql.begin(async sql => {
    await sql.unsafe(lock)
    for (const call of calls) {
      begun.push(call())
      await untilWaiting(crm, begun.length)
    }
  })
  return Promise.all(begun)
}

/** Waits until so many connections of the CRM stand before a lock. */
export async function untilWaiting(crm: Pick<TestCrm, 'onlooker'>, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await crm.onlooker`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(rows.length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 120_000, interval: 20 },
  )
}

/** Writes in a transaction that stays open until the function that is given back commits it. */
export async function uncommitted(
  { sql }: TestCrm,
  write: (sql: Sql) => PromiseLike<unknown>,
): Promise<() => Promise<void>> {
  let commit = () => {}
  const mayCommit = new Promise<void>(resolve => {
    commit = resolve
  })
  let committed: Promise<unknown> = mayCommit
  await new Promise<void>((resolve, reject) => {
    committed = sql.begin(async transaction => {
      await write(transaction)
      resolve()
      await mayCommit
    })
    committed.catch(reject)
  })
  return async () => {
    commit()
    await committed
  }
}
