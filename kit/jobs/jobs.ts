import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { openWorkerPresence } from './workerPresence.ts'

/** What can be done after commit. At least once, so every task must be safe to run twice. */
export type Tasks = Record<string, (payload: never, job: Job) => Promise<void>>

export interface Job {
  id: string
  attempt: number
  /** Aborted some seconds after the process was told to stop: work that takes long ends then, and goes on another time. */
  stopping?: AbortSignal
}

export interface JobOptions {
  /** Not before this time. */
  runAt?: Date
  /** A later job with the same key takes the place of one that has not started. */
  key?: string
  maxAttempts?: number
  /** Jobs of one queue run one after another. */
  queue?: string
}

/**
 * Writes a job in the transaction of the change it belongs to: it exists when the change is committed, not before.
 *
 * @example await addJob(sql, 'send-mail', { to, subject, text })
 */
export async function addJob(sql: Sql, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload := ${JSON.stringify(payload)}::text::json,
    queue_name := ${options.queue ?? null}, run_at := ${options.runAt ?? null}::timestamptz,
    max_attempts := ${options.maxAttempts ?? null}, job_key := ${options.key ?? null})`
}

export interface Worker {
  stop(): Promise<void>
}

/** Creates or upgrades the tables of the job queue. */
export async function migrateJobs(url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url, logger: await quietLogger() })
}

export interface Timetable {
  task: string
  /** Five fields of cron, UTC. */
  at: string
}

export async function startWorker(
  url: string,
  tasks: Tasks,
  log: Log,
  options: { timetable?: readonly Timetable[]; concurrency?: number } = {},
): Promise<Worker> {
  const [{ run, Logger }, { openPatientPool }] = await Promise.all([
    import('graphile-worker'),
    import('./patientPool.ts'),
  ])
  const pool = openPatientPool(url, log)
  // A lost connection is made anew by whoever needs it next; without a listener it would end the process.
  pool.on('error', ignore).on('connect', client => client.on('error', ignore))
  const logger = new Logger(() => (level, message, meta) => {
    const job = jobName(meta)
    if (level === 'error') log.error({ message, job }, job ? 'job failed' : 'jobs')
    else if (level === 'warning') log.warn({ message }, 'jobs')
  })
  const presence = await openWorkerPresence(pool, log)
  const events: WorkerEvents = new EventEmitter()
  const announced = new Promise<void>((resolve, reject) => {
    events.once('pool:create', ({ workerPool }) => presence.announce(workerPool.id).then(resolve, reject))
  })
  // Waited for below.
  announced.catch(ignore)
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    pollInterval: 2000,
    logger,
    crontab: (options.timetable ?? []).map(line => `${line.at} ${line.task}`).join('\n'),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload, { job, abortSignal: stopping }) =>
          task(payload as never, { id: job.id, attempt: job.attempts, ...(stopping && { stopping }) }),
      ]),
    ),
  })
  await announced
  await presence.freeGone()
  return {
    async stop() {
      await runner.stop()
      await presence.close()
      await pool.end()
    },
  }
}

function ignore() {}

async function quietLogger() {
  const { Logger } = await import('graphile-worker')
  return new Logger(() => () => {})
}

function jobName(meta: unknown): string | undefined {
  const job = (meta as { job?: { task_identifier?: string } } | undefined)?.job
  return job?.task_identifier
}
