import type { Pool, PoolClient } from 'pg'
import type { Log } from '../log/log.ts'

/**
 * Who is there to work on jobs. The queue marks a job, and the named queue it is in, with the worker that has taken it,
 * and gives it to another one after four hours. So long would wait what a killed process had taken. Therefore each worker
 * holds a lock in the database under its name, which ends with its connection, and marks of workers without a lock are
 * taken away.
 */
export interface WorkerPresence {
  /** Says that a worker of this name is there. */
  announce(worker: string): Promise<void>
  /** Takes away the marks of workers that are gone. */
  freeGone(): Promise<void>
  close(): Promise<void>
}

/** First of the two numbers of a lock; the second says whose it is. */
const WORKER = 762_020
/** Held by whoever is about to announce itself, so that it is not taken for gone before. */
const ARRIVING = 762_021

const LOOK_EVERY_MS = 30_000
const RETRY_MS = 1000

/** From its beginning until it has announced itself nobody takes the worker for gone. */
export async function openWorkerPresence(pool: Pool, log: Log): Promise<WorkerPresence> {
  let name: string | undefined
  let closed = false
  let suspects: readonly string[] = []
  const released = new WeakSet<PoolClient>()
  let connection = await connect()
  await connection.query('select pg_advisory_lock_shared($1, 0)', [ARRIVING])
  const timer = setInterval(() => looked(freeSuspects()), LOOK_EVERY_MS)
  timer.unref()

  async function connect(): Promise<PoolClient> {
    const client = await pool.connect()
    client.once('error', () => {
      letGo(client)
      if (!closed) setTimeout(() => looked(holdAgain()), RETRY_MS).unref()
    })
    return client
  }

  /** Once: a connection may be lost before it is closed here, and after. */
  function letGo(client: PoolClient): void {
    if (released.has(client)) return
    released.add(client)
    client.release(true)
  }

  async function announce(worker: string): Promise<void> {
    name = worker
    await holdLock()
    await connection.query('select pg_advisory_unlock_shared($1, 0)', [ARRIVING])
  }

  async function holdLock(): Promise<void> {
    await connection.query('select pg_advisory_lock($1, hashtext($2))', [WORKER, name])
  }

  /** After the connection was lost, and the lock with it. */
  async function holdAgain(): Promise<void> {
    if (closed || name === undefined) return
    try {
      connection = await connect()
      await holdLock()
    } catch (error) {
      setTimeout(() => looked(holdAgain()), RETRY_MS).unref()
      throw error
    }
  }

  async function freeGone(): Promise<void> {
    await free(await inTransaction(pool, client => goneWorkers(client, name)))
  }

  /** Somebody who has lost the connection holds the lock again soon: gone is who was gone the last time too. */
  async function freeSuspects(): Promise<void> {
    const gone = await inTransaction(pool, client => goneWorkers(client, name))
    await free(gone.filter(worker => suspects.includes(worker)))
    suspects = gone
  }

  async function free(workers: readonly string[]): Promise<void> {
    if (workers.length === 0) return
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workers])
    log.info({ workers }, 'jobs that a killed process had taken are there for others again')
  }

  function looked(looking: Promise<void>): void {
    looking.catch(error => {
      if (!closed) log.warn({ message: String(error) }, 'jobs')
    })
  }

  return {
    announce,
    freeGone,
    async close() {
      closed = true
      clearInterval(timer)
      letGo(connection)
    },
  }
}

/** Those whose marks there are and whose locks nobody holds. */
async function goneWorkers(client: PoolClient, self: string | undefined): Promise<string[]> {
  await client.query('select pg_advisory_xact_lock($1, 0)', [ARRIVING])
  const { rows } = await client.query<{ worker: string }>(
    `with marked as materialized (
       select locked_by as worker from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null)
     select worker from marked where worker is distinct from $2 and pg_try_advisory_xact_lock($1, hashtext(worker))`,
    [WORKER, self ?? null],
  )
  return rows.map(row => row.worker)
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
