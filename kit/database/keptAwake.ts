import { failure } from '../api/failure.ts'
import type { Sql } from './sql.ts'

/**
 * Work of a transaction that waits for somebody else, such as a mail server, for longer than a transaction may be idle.
 * It keeps a connection from everybody for that time, so it is for jobs only, and it has an end.
 *
 * @example await keptAwake(sql, 120_000, () => mail.send(message))
 */
export async function keptAwake<T>(
  sql: Sql,
  mostMs: number,
  work: () => Promise<T>,
  // Often enough that no transaction counts as idle.
  askEveryMs = 5_000,
): Promise<T> {
  const asking = setInterval(() => sql`select 1`.catch(() => {}), askEveryMs)
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    const late = () => reject(failure('unavailable', `No end after ${mostMs / 1000} s`))
    timer = setTimeout(late, mostMs)
  })
  try {
    return await Promise.race([work(), tooLong])
  } finally {
    clearInterval(asking)
    clearTimeout(timer)
  }
}
