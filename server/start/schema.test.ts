import { readdir } from 'node:fs/promises'
import { type Client, connect } from '@portico/kit/database/connect'
import type { Sql } from '@portico/kit/database/sql'
import { testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allMigrations } from './migrateAll.ts'

const SCHEMAS = ['crm', 'market', 'portico']

let sql: Client
beforeAll(async () => {
  const database = await testDatabase(allMigrations)
  sql = connect(database.url)
  afterAll(async () => {
    await sql.end()
    await database.drop()
  })
})

test('migrations are numbered from 0001 without gaps', async () => {
  for (const { folder } of allMigrations) {
    const names = (await readdir(folder)).sort()
    expect(names.map(name => name.slice(0, 5))).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(4, '0')}_`),
    )
  }
})

test('nothing depends on the row type of a table, which would keep PostgreSQL from altering the table', async () => {
  expect(await rowTypeUsers(sql)).toEqual([])
})

const TIES = [
  ['a function that takes a row', 'create function crm.x(d crm.deal) returns text language sql return d.title'],
  [
    'a function that gives rows',
    'create function market.x() returns setof market.word language sql as $$ select * from market.word $$',
  ],
  ['a function that takes rows', `create function crm.x(d crm.deal[]) returns text language sql as $$ select '' $$`],
  ['a view of rows', 'create view crm.x as select deal from crm.deal'],
  ['a view that copies a table', 'create view crm.x as select * from crm.lead_label'],
  ['a column that holds a row', 'create table crm.x (d crm.lead)'],
] as const

test.each(TIES)('%s is noticed', async (_, statement) => {
  const found = await rolledBack(async transaction => {
    await transaction.unsafe(statement)
    return rowTypeUsers(transaction)
  })

  expect(found).toHaveLength(1)
})

test('every table can be altered on this server', async () => {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind = 'r' order by 1`
  expect(tables.length).toBeGreaterThan(40)

  await rolledBack(async transaction => {
    for (const { name } of tables) {
      await transaction.unsafe(`alter table ${name} add column added integer not null default 0;
        alter table ${name} alter column added type text using added::text || clock_timestamp()::text`)
    }
  })
})

/**
 * Functions, views, columns and defaults that use the row type of a table of ours, or an array of it; and views that
 * hold every column of one, since they stand in the way just as much.
 */
async function rowTypeUsers(on: Sql): Promise<string[]> {
  const rows = await on<{ user: string }[]>`
    with tables as (
      select c.oid, c.reltype, c.relnatts from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p')
    ), row_types as (
      select reltype as type from tables
      union all
      select t.typarray from tables join pg_type t on t.oid = reltype
    )
    select distinct pg_describe_object(classid, objid, 0) as user
    from pg_depend join row_types on refclassid = 'pg_type'::regclass and refobjid = type
    where classid <> 'pg_type'::regclass
    union
    select ev_class::regclass::text
    from pg_depend join pg_rewrite r on classid = 'pg_rewrite'::regclass and objid = r.oid
      join tables on refclassid = 'pg_class'::regclass and refobjid = tables.oid and refobjsubid > 0
    group by ev_class, tables.oid, relnatts having count(distinct refobjsubid) = relnatts`
  return rows.map(row => row.user)
}

/** What the work finds, with everything it did undone. */
async function rolledBack<T>(work: (transaction: Sql) => Promise<T>): Promise<T> {
  let found: { value: T } | undefined
  const undone = new Error('undone')
  await sql
    .begin(async transaction => {
      found = { value: await work(transaction) }
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  if (!found) throw undone
  return found.value
}
