import { failure } from '../api/failure.ts'
import { type Client, connect } from './connect.ts'
import { MIGRATING } from './migrate.ts'
import { HAS_CITUS, type TablePlacement } from './placement.ts'
import { type Spread, spread } from './spread.ts'
import type { Sql } from './sql.ts'

type Log = (line: string) => void

/**
 * Spreads the tables of a schema over the machines of a Citus cluster, those that are not spread yet. Foreign keys stand
 * in the way of that: they are written down and laid aside in one transaction, and laid again at the end. Whoever is
 * interrupted runs it again.
 *
 * Nobody may write meanwhile: until its keys are laid again, a table takes rows that refer to nothing.
 */
export async function distribute(url: string, placement: TablePlacement, log: Log = () => {}): Promise<void> {
  const sql = connect(url)
  try {
    await sql`select pg_advisory_lock(${MIGRATING})`
    await requireCluster(sql)
    await allowTriggers(sql)
    await makeList(sql)
    await layKeysAside(sql, placement, log)
    for (const table of await unplaced(sql, placement)) await place(sql, placement, table, log)
    await sendFunctions(sql, placement)
    await layKeysAgain(sql, log)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function requireCluster(sql: Client) {
  const [citus] = await sql.unsafe(HAS_CITUS)
  if (!citus?.there)
    throw failure('invalid', 'The database has no Citus: create extension citus there, and add the workers')
  const [coordinator] = await sql`select from pg_dist_node where groupid = 0`
  if (!coordinator)
    throw failure('invalid', "The coordinator has no address: select citus_set_coordinator_host('its name', its port)")
}

/** Our triggers write rows of the same company only, which stand on the same machine. */
async function allowTriggers(sql: Client) {
  await sql`do $$ begin
    execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
  end $$`
  await sql`set citus.enable_unsafe_triggers = on`
}

async function makeList(sql: Client) {
  await sql`create table if not exists portico.foreign_key_laid_aside (
    of_table text not null, name text not null, definition text not null, primary key (of_table, name))`
}

/** Tables that stand on the coordinator alone and should not. What others refer to comes first. */
async function unplaced(sql: Client, { schema, reference, local }: TablePlacement): Promise<Spread[]> {
  const tables = await sql<Spread[]>`
    select c.relname as name, case when c.relname = any(${[...reference]}) then 'reference' else 'distributed' end as kind
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and c.relname <> all(${[...local]})
      and (p.logicalrelid is null or p.partmethod = 'n' and p.repmodel <> 't')
    order by c.relname <> all(${[...reference]}), c.relname`
  return [...tables]
}

async function layKeysAside(sql: Client, placement: TablePlacement, log: Log) {
  const tables = await unplaced(sql, placement)
  const names = tables.map(({ name }) => `${placement.schema}.${name}`)
  const keys = await sql<{ of_table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as of_table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f'
      and (conrelid::regclass::text = any(${names}) or confrelid::regclass::text = any(${names}))`
  if (keys.length === 0) return
  await sql.begin(async transaction => {
    for (const key of keys) {
      await transaction`insert into portico.foreign_key_laid_aside ${transaction(key)}`
      await transaction.unsafe(`alter table ${key.of_table} drop constraint "${key.name}"`)
    }
  })
  log(`laid ${keys.length} foreign keys aside`)
}

async function place(sql: Client, placement: TablePlacement, spreading: Spread, log: Log) {
  const table = `${placement.schema}.${spreading.name}`
  await withoutTriggers(sql, transaction => spread(transaction, placement, spreading))
  await withoutTriggers(
    sql,
    // The rows that were copied are kept otherwise, hidden.
    transaction => transaction`select truncate_local_data_after_distributing_table(${table}::regclass)`,
  )
  log(
    spreading.kind === 'reference' ? `${table} is on every machine` : `${table} is distributed by ${placement.column}`,
  )
}

/**
 * Triggers, those of the workers as well, are not asked: what they would write beside rows that are copied is there, in
 * tables that workers do not know yet; and some guard a table against emptying.
 */
async function withoutTriggers(sql: Client, work: (transaction: Sql) => Promise<unknown>) {
  await sql.begin(async transaction => {
    await transaction`set local citus.propagate_set_commands = 'local'`
    await transaction`set local session_replication_role = 'replica'`
    await work(transaction)
  })
}

/** Those that were made before the extension was. */
async function sendFunctions(sql: Client, { schema }: TablePlacement) {
  await sql`
    select create_distributed_function(p.oid::regprocedure) from pg_proc p
    where p.pronamespace = ${schema}::regnamespace and p.prokind = 'f'
      and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`
}

async function layKeysAgain(sql: Client, log: Log) {
  const keys = await sql<{ of_table: string; name: string; definition: string }[]>`
    select of_table, name, definition from portico.foreign_key_laid_aside order by of_table, name`
  for (const { of_table, name, definition } of keys)
    await sql.begin(async transaction => {
      await transaction.unsafe(`alter table ${of_table} add constraint "${name}" ${definition}`)
      await transaction`delete from portico.foreign_key_laid_aside where of_table = ${of_table} and name = ${name}`
    })
  if (keys.length > 0) log(`laid ${keys.length} foreign keys again`)
}
