import { assignments, columnsOf, type Fragment, joined, type Row, fragment as sql } from '@portico/kit/database/sql'
import type { Author } from './author.ts'
import { logged } from './loggedStore.ts'
import { logLine } from './logLine.ts'
import { NeedsTransaction, recordToHold, type Unlocked } from './unlocked.ts'

type Values = Record<string, unknown>

/** What is answered about a record: columns of the row, which has the given alias, and what is joined to it. */
export interface Reply {
  row: Fragment
  columns: Fragment
  joins: Fragment
}

/**
 * Changes a record that was read and is not locked, provided that it is as it was read. It waits for nobody: others wait
 * behind it on the same connection. For the log it looks at the given columns alone, where a change of many looks at all.
 */
export async function changeAsRead<T extends Row>(
  crm: Author,
  unlocked: Unlocked,
  { table, id }: { table: string; id: number | string },
  values: Values,
  options: { action?: string; facts?: object; bulk?: boolean },
  reply: Reply,
): Promise<T> {
  const read = recordToHold(unlocked, table, id)
  const which = sql`crm.${sql(table)} where company_id = ${crm.actor.companyId} and id = ${id} and version = ${read.version}`
  const [record] = isSame(read, values)
    ? await readAgain<T>(crm, which, reply)
    : await logged<T>(crm.sql, {
        write: sql`old as materialized (
            select company_id, id, ${columnsOf(values)} from ${which} for update skip locked
          ), stored as (
            update crm.${sql(table)} t set ${assignments({ update_time: crm.now, ...values })}, version = t.version + 1
            from old where t.company_id = old.company_id and t.id = old.id
              and ${joined([differs(values), ...unlocked.conditions], ' and ')} returning t.*)`,
        line: logLine(crm, table, options),
        each: {
          columns: sql`entity_id, action, before, after`,
          rows: sql`stored.id::text, ${options.action ?? 'updated'}, ${changedOf(Object.keys(values))}, to_jsonb(stored)
            from stored join old on old.id = stored.id`,
        },
        reply: sql`select ${reply.columns} from stored ${reply.row} ${reply.joins}`,
      })
  if (!record) throw new NeedsTransaction('the record is not as it was read, or somebody holds it')
  unlocked.hasWritten = true
  return record
}

/** Whether nothing is to be changed. What is written another way and means the same, the database finds out. */
function isSame(read: Row, values: Values): boolean {
  return Object.entries(values).every(([name, value]) => {
    const was = read[name]
    return was === value || (was instanceof Date && value instanceof Date && was.getTime() === value.getTime())
  })
}

async function readAgain<T extends Row>(crm: Author, which: Fragment, { row, columns, joins }: Reply): Promise<T[]> {
  return crm.sql<T[]>`select ${columns} from (select * from ${which}) ${row} ${joins}`
}

/** Whether the record `t` has other values than the given ones. */
export function differs(values: Values): Fragment {
  const each = Object.entries(values).map(([name, value]) => sql`t.${sql(name)} is distinct from ${value as string}`)
  return sql`(${joined([sql`false`, ...each], ' or ')})`
}

/** What the given columns held that is not as it was. */
export function changedOf(names: readonly string[]): Fragment {
  const each = names.map(
    name => sql`case when stored.${sql(name)} is distinct from old.${sql(name)}
      then jsonb_build_object(${name}::text, old.${sql(name)}) else '{}' end`,
  )
  return joined(each, ' || ')
}
