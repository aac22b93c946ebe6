import type { Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { MoveRow } from './store.ts'

export const STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const

/** A copy that somebody asked for in the web app. */
export interface AskedMove {
  company_id: number
  user_id: number
  url: string
  token_sealed: Uint8Array | null
  state: (typeof STATES)[number]
  source: string | null
  problem: string | null
  failures: number
  due_time: Date
  add_time: Date
  finish_time: Date | null
}

/** Asks for a copy; undefined while one is under way. */
export async function askForMove(
  { sql, actor }: Crm,
  { url, token }: { url: string; token: Uint8Array },
): Promise<AskedMove | undefined> {
  const row = { company_id: actor.companyId, user_id: actor.userId, url, token_sealed: token, state: 'waiting' }
  const [asked] = await sql<AskedMove[]>`
    insert into crm.asked_move as a ${sql(row)}
    on conflict (company_id) do update set user_id = excluded.user_id, url = excluded.url, state = 'waiting',
      token_sealed = excluded.token_sealed, source = null, problem = null, failures = 0, due_time = excluded.due_time,
      add_time = excluded.add_time, finish_time = null
    where a.state not in ('waiting', 'running') returning *`
  return asked
}

/** Ends one that is under way, and forgets its token; whoever works on it finds out after the page that is written now. */
export async function stopMove({ sql, actor, now }: Crm): Promise<boolean> {
  const [stopped] = await sql`
    update crm.asked_move set state = 'stopped', token_sealed = null, problem = null, finish_time = ${now}
    where company_id = ${actor.companyId} and state in ('waiting', 'running') returning company_id`
  return stopped !== undefined
}

export async function findAskedMove({ sql, actor }: Pick<Crm, 'sql' | 'actor'>): Promise<AskedMove | undefined> {
  const [found] = await sql<AskedMove[]>`select * from crm.asked_move where company_id = ${actor.companyId}`
  return found
}

/** How far the copy of a source is. */
export async function findMove(sql: Sql, companyId: number, source: string): Promise<MoveRow | undefined> {
  const [found] = await sql<MoveRow[]>`
    select run, state, position, counts, was_empty as "wasEmpty" from crm.move
    where company_id = ${companyId} and source = ${source}`
  return found
}

/** For whoever runs the server: the next copy of any company that is due, but for some. */
export async function nextDue(sql: Sql, now: Date, but: readonly number[]): Promise<AskedMove | undefined> {
  const [due] = await sql<AskedMove[]>`
    /* all companies: who waits for work is not known before */
    select a.* from crm.asked_move a join crm.company c on c.id = a.company_id
    where a.state in ('waiting', 'running') and a.due_time <= ${now} and c.removal_time is null
      and not a.company_id = any(${but}::bigint[])
    order by a.due_time, a.company_id limit 1`
  return due
}

/** Said by whoever holds the lock of the company; undefined when it was stopped meanwhile. */
export async function takeMove(sql: Sql, companyId: number): Promise<AskedMove | undefined> {
  const [taken] = await sql<AskedMove[]>`
    update crm.asked_move set state = 'running', problem = null
    where company_id = ${companyId} and state in ('waiting', 'running') returning *`
  return taken
}

export async function storeSource(sql: Sql, companyId: number, source: string): Promise<void> {
  await sql`
    update crm.asked_move set source = ${source} where company_id = ${companyId} and state = 'running'`
}

/** Whether it still goes on: it was not stopped, nor asked for anew. */
export async function isGoingOn(sql: Sql, { company_id, add_time }: AskedMove): Promise<boolean> {
  const [row] = await sql`
    select from crm.asked_move where company_id = ${company_id} and state = 'running' and add_time = ${add_time}`
  return row !== undefined
}

/** It has ended: done, or failed for a reason that stays. */
export async function endAskedMove(
  sql: Sql,
  { company_id, add_time }: AskedMove,
  { state, problem, now }: { state: 'done' | 'failed'; problem: string | null; now: Date },
): Promise<void> {
  await sql`
    update crm.asked_move set state = ${state}, problem = ${problem}, token_sealed = null, finish_time = ${now}
    where company_id = ${company_id} and state in ('waiting', 'running') and add_time = ${add_time}`
}

/** It goes on later. */
export async function putOff(
  sql: Sql,
  { company_id, add_time }: AskedMove,
  { due, problem, failures }: { due: Date; problem: string | null; failures: number },
): Promise<void> {
  await sql`
    update crm.asked_move set state = 'waiting', due_time = ${due}, problem = ${problem}, failures = ${failures}
    where company_id = ${company_id} and state in ('waiting', 'running') and add_time = ${add_time}`
}
