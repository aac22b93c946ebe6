import type { TablePlacement } from './placement.ts'
import { kindOf, spread } from './spread.ts'
import type { Sql } from './sql.ts'
import { statementsIn, withoutComments } from './statementsIn.ts'

/**
 * Applies a migration to a database whose tables are spread over machines. Citus lets no key lead from a table of the
 * coordinator to one that is spread, and spreads none with an identity that a key ties to a table on every machine. So a new
 * table is made, its keys are laid aside, it is spread, and the keys are laid again, before the next statement.
 */
export async function applyPlaced(sql: Sql, text: string, placement: TablePlacement): Promise<void> {
  // Keys and the tables they lead to are changed in one transaction.
  await sql`set local citus.multi_shard_modify_mode = sequential`
  for (const statement of statementsIn(text)) {
    const name = newTable(statement, placement)
    if (name === undefined) await sql.unsafe(statement)
    else await makeSpread(sql, statement, placement, name)
  }
}

/** The name of the table that a statement makes, when it is to be on other machines than the coordinator. */
function newTable(statement: string, { schema, local }: TablePlacement): string | undefined {
  const [, inSchema, name] = /^create table (?:if not exists )?(\w+)\.(\w+)\s/i.exec(withoutComments(statement)) ?? []
  return inSchema === schema && name !== undefined && !local.includes(name) ? name : undefined
}

async function makeSpread(sql: Sql, statement: string, placement: TablePlacement, name: string) {
  const table = `${placement.schema}.${name}`
  await sql`set local citus.enable_ddl_propagation = off`
  await sql.unsafe(statement)
  const keys = await sql<{ name: string; definition: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conrelid = ${table}::regclass order by conname`
  for (const key of keys) await sql.unsafe(`alter table ${table} drop constraint "${key.name}"`)
  await sql`set local citus.enable_ddl_propagation = on`
  await spread(sql, placement, { name, kind: kindOf(placement, name) })
  for (const key of keys) await sql.unsafe(`alter table ${table} add constraint "${key.name}" ${key.definition}`)
}
