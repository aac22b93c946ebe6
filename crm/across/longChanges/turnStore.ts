import { failure } from '@portico/kit/api/failure'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import { LIMITS } from '../../base/limits/atRest.ts'
import { type Counts, columns, type Held, type LongChange, type Problem } from './store.ts'

/** Whoever works on a long change: one process at a time, by a lease, in turns with the others that wait. */
export interface Lease {
  by: string
  until: Date
}

/** Takes over one that nobody works on: whichever had no turn for longest. Who comes second finds it not due any more. */
export async function claimLongChange(sql: Sql, { by, until }: Lease, now: Date): Promise<LongChange | undefined> {
  const isDue = sql`state in ('waiting', 'running', 'undoing') and (running_until is null or running_until < ${now})`
  const due = await sql<Held[]>`
    /* all companies: who waits for work is not known before */
    select company_id, id from crm.long_change where ${isDue} order by turn_time limit 10`
  for (const { company_id, id } of due) {
    const [claimed] = await sql<LongChange[]>`
      update crm.long_change l set state = case when l.state = 'waiting' then 'running' else l.state end,
        running_by = ${by}, running_until = ${until}, turn_time = ${now}
      where company_id = ${company_id} and id = ${id} and ${isDue} returning ${columns(sql, 'l')}`
    if (claimed) return claimed
  }
  return undefined
}

/** Whether others wait for a turn. */
export async function othersWait(sql: Sql, { company_id, id }: Held, now: Date): Promise<boolean> {
  const [other] = await sql`
    select from crm.long_change where state in ('waiting', 'running', 'undoing')
      and (running_until is null or running_until < ${now}) and (company_id, id) <> (${company_id}, ${id}) limit 1`
  return other !== undefined
}

export interface Progress {
  done: number
  counts: Counts
  problems: readonly Problem[]
}

/**
 * Counts a batch in its own transaction: stored together with what the batch did, or not at all. Fails with `gone` when it
 * is being undone, was removed, or somebody else works on it.
 */
export async function storeProgress(
  sql: Sql,
  held: Held,
  { by, until }: Lease,
  { from, done, counts, problems }: Progress & { from: number },
): Promise<void> {
  const [stored] = await sql`
    update crm.long_change l set done = ${done}, counts = ${sum(sql, counts)}, problems = ${joined(sql, problems)},
      failures = 0, running_until = ${until}
    where company_id = ${held.company_id} and id = ${held.id} and state = 'running' and running_by = ${by} and done = ${from}
    returning id`
  if (!stored) throw failure('gone', `Long change ${held.id} was taken over`)
}

export async function storeUndone(
  sql: Sql,
  held: Held,
  { by, until }: Lease,
  { before, done, counts, problems }: Progress & { before: number },
): Promise<void> {
  const [stored] = await sql`
    update crm.long_change l set undo_done = undo_done + ${done}, undo_before = ${before}, counts = ${sum(sql, counts)},
      problems = ${joined(sql, problems)}, failures = 0, running_until = ${until}
    where company_id = ${held.company_id} and id = ${held.id} and state = 'undoing' and running_by = ${by} returning id`
  if (!stored) throw failure('gone', `Long change ${held.id} was taken over`)
}

/** The counts there are and those of a batch. */
function sum(sql: Sql, counts: Counts): Fragment {
  return Object.entries(counts).reduce(
    (sums, [key, more]) =>
      sql`jsonb_set(${sums}, array[${key}::text], (coalesce((l.counts ->> ${key}::text)::integer, 0) + ${more}::integer)::text::jsonb)`,
    sql`l.counts`,
  )
}

/** The problems there are and those of a batch, as far as they are kept. */
function joined(sql: Sql, problems: readonly Problem[]): Fragment {
  return sql`jsonb_path_query_array(l.problems || ${JSON.stringify(problems)}::text::jsonb, ${`$[0 to ${LIMITS.keptProblems - 1}]`}::text::jsonpath)`
}

/** The ids of a batch. */
export async function idsOf(sql: Sql, held: Held, from: number, most: number): Promise<string[]> {
  const [row] = await sql<{ ids: string[] | null }[]>`
    select ids[${from + 1}::integer : ${from + most}::integer] as ids from crm.long_change
    where company_id = ${held.company_id} and id = ${held.id}`
  return row?.ids ?? []
}

export async function finishLongChange(
  sql: Sql,
  held: Held,
  { by }: Pick<Lease, 'by'>,
  { state, now, expires }: { state: 'done' | 'undone'; now: Date; expires: Date },
): Promise<void> {
  await sql`
    update crm.long_change set state = ${state}, running_by = null, running_until = null, finish_time = ${now},
      expires_time = ${expires}, ids = null, undo_done = coalesce(undo_total, 0)
    where company_id = ${held.company_id} and id = ${held.id} and running_by = ${by}`
}

/** Lets others have a turn. */
export async function giveBack(sql: Sql, held: Held, by: string, now: Date): Promise<void> {
  await sql`
    update crm.long_change set running_by = null, running_until = null, turn_time = ${now}
    where company_id = ${held.company_id} and id = ${held.id} and running_by = ${by}`
}

export interface Fault {
  by: string
  problem: string
  mostFailures: number
  now: Date
  /** When it may be tried again. */
  again: Date
  expires: Date
}

/** After a fault: others may try, until it was tried often enough. Undoing that failed can be asked for again. */
export async function putBack(
  sql: Sql,
  { company_id, id }: Held,
  { by, problem, mostFailures, now, again, expires }: Fault,
): Promise<void> {
  await sql`
    update crm.long_change set failures = failures + 1, running_by = null,
      running_until = case when failures + 1 < ${mostFailures} then ${again}::timestamptz end,
      state = case when failures + 1 >= ${mostFailures} then 'failed' else state end,
      problem = case when failures + 1 >= ${mostFailures} then ${problem}::text end,
      finish_time = case when failures + 1 >= ${mostFailures} then ${now}::timestamptz end,
      expires_time = case when failures + 1 >= ${mostFailures} then ${expires}::timestamptz end
    where company_id = ${company_id} and id = ${id} and running_by = ${by}`
}
