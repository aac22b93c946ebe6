import pg from 'pg'
import type { Log } from '../log/log.ts'

/**
 * Connections for the job queue. When it cannot write down how a job has ended, the queue gives up, and a rejection of its
 * own that nobody handles ends the process; unless the error is one of those that it takes for passing. A lost
 * connection, a database that starts, or a full disk pass: here they all say so in the queue's way.
 */
export function openPatientPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 5, idle_in_transaction_session_timeout: 60_000 })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const patient = new WeakSet<pg.PoolClient>()

  function passing(error: unknown): never {
    const { code, message } = error as { code?: unknown; message?: string }
    if (error instanceof Error && (typeof code !== 'string' || PASSING.test(code))) {
      log.warn({ message, code }, 'jobs: the database will be asked again')
      Object.assign(error, { code: WILL_PASS })
    }
    throw error
  }

  async function connectPatiently(): Promise<pg.PoolClient> {
    const client = await connect().catch(passing)
    if (patient.has(client)) return client
    patient.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const ask = (...args: unknown[]) => {
      const answer = query(...args)
      return answer instanceof Promise ? answer.catch(passing) : answer
    }
    return Object.assign(client, { query: ask })
  }

  // The pool itself calls it with a function.
  const withCallback = pool.connect.bind(pool)
  const either = (told?: Parameters<typeof withCallback>[0]) => (told ? withCallback(told) : connectPatiently())
  return Object.assign(pool, { connect: either })
}

/** What the queue takes for passing, with pauses of three seconds and more: "cannot connect now". */
const WILL_PASS = '57P03'

/** Errors of sockets and of PostgreSQL: connections, resources, intervention, its own state, the system. */
const PASSING = /^(?:E[A-Z_]+|08...|53...|55000|57...|58...|XX000)$/
