import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { RecordTable } from './write.ts'

interface Kept {
  /** Keys of the custom fields there are now: what the log holds of others is left out. */
  keys?: readonly string[] | undefined
  /** How the log calls what lives in another table. */
  besideIt?: string | undefined
}

/**
 * The record `here` of a table as it stood at a time, as one column `record`: no row when it was not there yet. The log
 * has all columns after each change; what lives beside the row is in those lines alone that were written with it.
 */
export function recordAt(table: RecordTable, id: number, time: string, { keys, besideIt }: Kept): Fragment {
  const lines = sql`c.company_id = here.company_id and c.entity = ${table} and c.entity_id = ${String(id)}
    and c.at <= ${time}::text::timestamptz`
  const custom = sql`jsonb_build_object('custom', (select coalesce(jsonb_object_agg(field.key, field.value), '{}')
    from jsonb_each(line.after -> 'custom') field where field.key = any(${keys ?? []}::text[])))`
  return sql`
    select line.after ${keys ? sql`|| ${custom}` : sql``} ${besideIt ? sql`|| ${besideOf([besideIt], lines)}` : sql``} as record
    from (select c.after from crm.change c where ${lines} and c.after is not null order by c.seq desc limit 1) line`
}

/** What lives beside a record, as the last of its `lines` (of `crm.change c`) that was written with it has it. */
export function besideOf(names: readonly string[], lines: Fragment): Fragment {
  const [first = ''] = names
  const parts = joined(
    names.map(name => sql`${name}::text, c.after -> ${name}::text`),
    ', ',
  )
  return sql`coalesce((
    select jsonb_build_object(${parts}) from crm.change c
    where ${lines} and c.after ? ${first}::text order by c.seq desc limit 1), '{}')`
}
