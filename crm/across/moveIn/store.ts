import type { Sql } from '@portico/kit/database/sql'

/** Which account is copied into which company. */
export interface MoveKey {
  companyId: number
  source: string
}

export interface Counts {
  listed: number
  added: number
  changed: number
  removed: number
  refused: number
}

/** Where a move goes on: the kind, which of its lists, and the page. `again`: what named something that came later. */
export interface Position {
  kind: string
  list: number
  from?: string
  again?: boolean
}

export interface MoveRow {
  run: number
  state: 'running' | 'done'
  position: Position | Record<string, never>
  counts: Record<string, Counts>
  wasEmpty: boolean
}

/** Locks of companies that somebody copies into: one at a time, whether a server does it or a command. */
export const MOVE_LOCK = 762_040

/** The move of a source into a company: goes on with one that was not finished, else begins the next run. */
export async function beginMove(sql: Sql, { companyId, source }: MoveKey, isEmpty: boolean): Promise<MoveRow> {
  const [row] = await sql<MoveRow[]>`
    insert into crm.move as m (company_id, source, state, was_empty) values (${companyId}, ${source}, 'running', ${isEmpty})
    on conflict (company_id, source) do update set
      run = m.run + case when m.state = 'done' then 1 else 0 end,
      position = case when m.state = 'done' then '{}'::jsonb else m.position end,
      counts = case when m.state = 'done' then '{}'::jsonb else m.counts end,
      begun_time = case when m.state = 'done' then excluded.begun_time else m.begun_time end,
      ended_time = null, state = 'running'
    returning run, state, position, counts, was_empty as "wasEmpty"`
  if (!row) throw new Error('beginning a move returned nothing')
  return row
}

export async function storePosition(
  sql: Sql,
  { companyId, source }: MoveKey,
  position: Position | undefined,
  counts: Record<string, Counts>,
): Promise<void> {
  await sql`
    update crm.move set position = ${JSON.stringify(position ?? {})}::text::jsonb, counts = ${JSON.stringify(counts)}::text::jsonb
    where company_id = ${companyId} and source = ${source}`
}

export async function endMove(sql: Sql, { companyId, source }: MoveKey): Promise<void> {
  await sql`
    update crm.move set state = 'done', ended_time = now(), position = '{}' where company_id = ${companyId} and source = ${source}`
}
