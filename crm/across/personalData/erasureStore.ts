import type { Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'

export interface Erasure {
  company_id: number
  person_id: number
  state: 'running' | 'done'
  /** What is searched for: patterns of PostgreSQL, of everything and without names, exact and rough; null once that is done. */
  words: (string | null)[] | null
  log_seq: number
  add_time: Date
  finish_time: Date | null
}

export async function insertErasure(
  { sql, actor }: Crm,
  personId: number,
  words: readonly (string | null)[],
): Promise<Erasure> {
  const [made] = await sql<Erasure[]>`
    insert into crm.erasure (company_id, person_id, user_id, words)
    values (${actor.companyId}, ${personId}, ${actor.userId}, ${words}::text[]) returning *`
  if (!made) throw new Error('inserting an erasure returned nothing')
  return made
}

export async function findErasure({ sql, actor }: Crm, personId: number): Promise<Erasure | undefined> {
  const [found] = await sql<Erasure[]>`
    select * from crm.erasure where company_id = ${actor.companyId} and person_id = ${personId}`
  return found
}

export async function runningErasures(sql: Sql): Promise<Erasure[]> {
  return sql<Erasure[]>`
    /* all companies: who waits for work is not known before */
    select * from crm.erasure where state = 'running' order by add_time limit 100`
}

export async function finishErasure(sql: Sql, { company_id, person_id }: Erasure, now: Date): Promise<void> {
  await sql`
    update crm.erasure set state = 'done', words = null, finish_time = ${now}
    where company_id = ${company_id} and person_id = ${person_id}`
}

export async function keepPlace(sql: Sql, { company_id, person_id }: Erasure, seq: number): Promise<void> {
  await sql`update crm.erasure set log_seq = ${seq} where company_id = ${company_id} and person_id = ${person_id}`
}
