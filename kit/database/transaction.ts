import { setTimeout as sleep } from 'node:timers/promises'
import { isLostRace } from './errors.ts'
import type { Connection } from './lanes.ts'
import { asWrite } from './nestedCalls.ts'
import type { Sql } from './sql.ts'

export function transaction<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
  const begun = connection.client.begin(sql => {
    connection.transaction = sql.pulse
    return asWrite(() => work(sql))
  })
  return begun.finally(() => {
    connection.transaction = undefined
  })
}

/** Does the work once more when it lost a race with other work. */
export async function retried<T>(
  transaction: () => Promise<T>,
  { attempts = 3, pauseMs = 0 }: { attempts?: number; pauseMs?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
}
