import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { Moment } from './momentStore.ts'
import type { ExportRow, Position } from './store.ts'

/** The work on an export: one process at a time has it, part after part, until its file is whole. */

export interface Part {
  entry: string
  method: 'stored' | 'deflated'
  file_key: string
  bytes: number
  content_bytes: number
  rows: number
  /** CRC-32 of the entry up to the end of this part. */
  crc: number
}

export interface Lease {
  by: string
  until: Date
}

/** Takes over the oldest export that nobody works on. Who comes second finds that it is not due any more. */
export async function claimExport(sql: Sql, { by, until }: Lease, now: Date): Promise<ExportRow | undefined> {
  const isDue = sql`state in ('waiting', 'running') and (running_until is null or running_until < ${now})`
  const due = await sql<Held[]>`
    /* all companies: who waits for work is not known before */
    select company_id, id from crm.export where ${isDue} order by add_time limit 10`
  for (const { company_id, id } of due) {
    const [claimed] = await sql<ExportRow[]>`
      update crm.export set state = 'running', running_by = ${by}, running_until = ${until}
      where company_id = ${company_id} and id = ${id} and ${isDue} returning *`
    if (claimed) return claimed
  }
  return undefined
}

type Held = Pick<ExportRow, 'company_id' | 'id'>

/** Fails with `gone` when the export was deleted, or another process has taken over. */
async function requireLease(sql: Sql, { company_id, id }: Held, { by, until }: Lease): Promise<void> {
  const [held] = await sql`
    update crm.export set running_until = ${until}
    where company_id = ${company_id} and id = ${id} and state = 'running' and running_by = ${by} returning id`
  if (!held) throw failure('gone', `Export ${id} was deleted or taken over`)
}

export async function storeMoment(
  sql: Sql,
  held: Held,
  lease: Lease,
  { moment, time, totals }: { moment: Moment; time: Date; totals: Record<string, number> },
): Promise<void> {
  await requireLease(sql, held, lease)
  await sql`
    update crm.export set moment = ${JSON.stringify(moment)}::text::jsonb, moment_time = ${time},
      totals = ${JSON.stringify(totals)}::text::jsonb
    where company_id = ${held.company_id} and id = ${held.id}`
}

/** Adds a part and says where to go on, or neither. */
export async function storePart(
  sql: Sql,
  held: Held,
  lease: Lease,
  { part, counted, position }: { part?: Part | undefined; counted: string; position?: Position | undefined },
): Promise<void> {
  await requireLease(sql, held, lease)
  const { company_id, id } = held
  await sql`
    update crm.export set size = size + ${part?.bytes ?? 0},
      position = coalesce(${position ? JSON.stringify(position) : null}::text::jsonb, position),
      done = done || jsonb_build_object(${counted}::text, coalesce((done -> ${counted}::text)::bigint, 0) + ${part?.rows ?? 0}::bigint)
    where company_id = ${company_id} and id = ${id}`
  if (!part) return
  await sql`delete from crm.upload where company_id = ${company_id} and file_key = ${part.file_key}`
  const [last] = await sql<{ nr: number }[]>`
    select coalesce(max(nr), 0) as nr from crm.export_part where company_id = ${company_id} and export_id = ${id}`
  await sql`insert into crm.export_part ${sql({ company_id, export_id: id, nr: (last?.nr ?? 0) + 1, ...part })}`
}

export async function partsOf(sql: Sql, { company_id, id }: Held): Promise<Part[]> {
  return sql<Part[]>`
    select entry, method, file_key, bytes, content_bytes, rows, crc from crm.export_part
    where company_id = ${company_id} and export_id = ${id} order by nr`
}

export async function currentExport(sql: Sql, { company_id, id }: Held): Promise<ExportRow> {
  const [row] = await sql<ExportRow[]>`select * from crm.export where company_id = ${company_id} and id = ${id}`
  if (!row) throw failure('gone', `Export ${id} was deleted`)
  return row
}

/** Says of a file that it is being written, so that it is removed should nobody claim it. */
export async function announceFile(sql: Sql, companyId: number, key: string): Promise<void> {
  await sql`insert into crm.upload (company_id, file_key) values (${companyId}, ${key})`
}

export async function finishExport(
  sql: Sql,
  held: Held,
  lease: Lease,
  { manifest, size, now, expires }: { manifest: object; size: number; now: Date; expires: Date },
): Promise<void> {
  await requireLease(sql, held, lease)
  await sql`
    update crm.export set state = 'done', manifest = ${JSON.stringify(manifest)}::text::jsonb, size = ${size},
      moment = null, position = null, running_by = null, running_until = null, finish_time = ${now}, expires_time = ${expires}
    where company_id = ${held.company_id} and id = ${held.id}`
}

/** After a fault: others may try, until it was tried often enough. */
export async function putBack(
  sql: Sql,
  { company_id, id }: Held,
  {
    by,
    problem,
    mostFailures,
    now,
    expires,
  }: { by: string; problem: string; mostFailures: number; now: Date; expires: Date },
): Promise<void> {
  await sql`
    update crm.export set failures = failures + 1, running_by = null, running_until = null,
      state = case when failures + 1 >= ${mostFailures} then 'failed' else state end,
      problem = case when failures + 1 >= ${mostFailures} then ${problem}::text end,
      finish_time = case when failures + 1 >= ${mostFailures} then ${now}::timestamptz end,
      expires_time = case when failures + 1 >= ${mostFailures} then ${expires}::timestamptz end
    where company_id = ${company_id} and id = ${id} and running_by = ${by}`
}
