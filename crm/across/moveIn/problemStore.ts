import type { Sql } from '@portico/kit/database/sql'
import type { MoveKey } from './store.ts'

export interface MoveProblem {
  kind: string
  source_id: string
  is_missing: boolean
  reason: string
}

/** What is to be said about these records, in place of what was said before. */
export async function storeProblems(
  sql: Sql,
  key: MoveKey,
  kind: string,
  ids: readonly string[],
  problems: readonly MoveProblem[],
): Promise<void> {
  await sql`
    delete from crm.move_problem where company_id = ${key.companyId} and source = ${key.source} and kind = ${kind}
      and source_id = any(${ids}::text[])`
  const rows = problems.map(problem => ({ company_id: key.companyId, source: key.source, ...problem }))
  if (rows.length > 0) await sql`insert into crm.move_problem ${sql(rows)} on conflict do nothing`
}

export async function listProblems(sql: Sql, { companyId, source }: MoveKey): Promise<MoveProblem[]> {
  return sql<MoveProblem[]>`
    select kind, source_id, is_missing, reason from crm.move_problem where company_id = ${companyId} and source = ${source}
    order by kind, length(source_id), source_id`
}

/** The same, so many at a time; those that did not come are first. */
export async function pageOfProblems(
  sql: Sql,
  { companyId, source }: MoveKey,
  { start, limit }: { start: number; limit: number },
): Promise<MoveProblem[]> {
  return sql<MoveProblem[]>`
    select kind, source_id, is_missing, reason from crm.move_problem where company_id = ${companyId} and source = ${source}
    order by is_missing desc, kind, length(source_id), source_id offset ${start} limit ${limit}`
}

export async function countProblems(
  sql: Sql,
  { companyId, source }: MoveKey,
): Promise<{ missing: number; incomplete: number }> {
  const [counted] = await sql<{ missing: number; incomplete: number }[]>`
    select count(*) filter (where is_missing)::integer as missing, count(*) filter (where not is_missing)::integer as incomplete
    from crm.move_problem where company_id = ${companyId} and source = ${source}`
  return counted ?? { missing: 0, incomplete: 0 }
}

/** Kinds of which some records did not come. */
export async function kindsMissing(sql: Sql, { companyId, source }: MoveKey): Promise<Set<string>> {
  const rows = await sql<{ kind: string }[]>`
    select distinct kind from crm.move_problem where company_id = ${companyId} and source = ${source} and is_missing`
  return new Set(rows.map(({ kind }) => kind))
}
