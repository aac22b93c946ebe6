import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/**
 * What a write would answer, without its effect: everything it does in the database, jobs included, is rolled back.
 * Constraints that wait for the end of a transaction are checked before.
 */
export async function rolledBack<T>(
  database: Pick<Database, 'write'>,
  work: (sql: Sql) => Promise<T>,
  holder?: string,
): Promise<T> {
  try {
    return await database.write<never>(async sql => {
      const result = await work(sql)
      await sql`set constraints all immediate`
      throw new Finished(result)
    }, holder)
  } catch (error) {
    if (error instanceof Finished) return error.result
    throw error
  }
}

/** Leaves a transaction so that it is rolled back. */
class Finished<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}
