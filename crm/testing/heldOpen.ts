import { connect } from '@portico/kit/database/connect'
import type { Sql } from '@portico/kit/database/sql'
import type { TestCrm } from './startTestCrm.ts'

export interface HeldOpen<T> {
  /** What the work gave back. */
  value: T
  commit(): Promise<void>
  rollback(): Promise<void>
}

/**
 * A transaction on a connection of its own that has done its work and stays open until it is told how to end.
 *
 * @example const late = await heldOpen(crm, sql => sql`insert into crm.change …`)
 */
export async function heldOpen<T>(crm: TestCrm, work: (sql: Sql) => Promise<T>): Promise<HeldOpen<T>> {
  const client = connect(crm.databaseUrl)
  let end: (how: 'commit' | 'rollback') => void = () => {}
  const told = new Promise<'commit' | 'rollback'>(resolve => {
    end = resolve
  })
  let over: Promise<unknown> = Promise.resolve()
  const value = await new Promise<T>((resolve, reject) => {
    over = client
      .begin(async sql => {
        resolve(await work(sql))
        if ((await told) === 'rollback') await sql`rollback`
      })
      .catch(reject)
      .finally(() => client.end())
  })
  const endBy = async (how: 'commit' | 'rollback') => {
    end(how)
    await over
  }
  return { value, commit: () => endBy('commit'), rollback: () => endBy('rollback') }
}
