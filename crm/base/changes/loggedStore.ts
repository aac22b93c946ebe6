import { columnsOf, type Fragment, type Row, type Sql, valuesOf } from '@portico/kit/database/sql'

interface Logged {
  /** The expressions of a `with` that write records. */
  write: Fragment
  /** What every line of the log has in common. */
  line: Record<string, unknown>
  /** The columns that each line has of its own, and what is selected for them out of what was written. */
  each: { columns: Fragment; rows: Fragment }
  /** What is selected in the end. */
  reply: Fragment
}

/**
 * Writes records and says so in the change log: one statement. On several machines the lines are a second one, in the
 * same transaction: rows that were stored and are inserted again within one statement would be sent to every machine,
 * and none could be missing.
 */
export async function logged<T extends Row>(on: Sql, { write, line, each, reply }: Logged): Promise<T[]> {
  if (!on.isDistributed)
    return on<T[]>`
      with ${write}, logged as (
        insert into crm.change (${columnsOf(line)}, ${each.columns}) select ${valuesOf(line)}, ${each.rows})
      ${reply}`
  const rows = await on<(T & { log_lines: string | null })[]>`
    with ${write}, line (${each.columns}) as (select ${each.rows}), reply as (${reply})
    select reply.*, case when row_number() over () = 1 then (select json_agg(line)::text from line) end as log_lines
    from reply`
  const [first] = rows
  if (first?.log_lines)
    await on`
      insert into crm.change (${columnsOf(line)}, ${each.columns})
      select ${valuesOf(line)}, ${each.columns}
      from jsonb_populate_recordset(null::crm.change, ${first.log_lines}::text::jsonb)`
  return rows.map(({ log_lines: _, ...row }) => row as unknown as T)
}
