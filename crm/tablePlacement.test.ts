import { connect } from '@portico/kit/database/connect'
import { describePlacement } from '@portico/kit/database/describePlacement'
import { distribute } from '@portico/kit/database/distribute'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll, expect, test } from 'vitest'
import { crmMigrations } from './crmMigrations.ts'
import { tablePlacement } from './tablePlacement.ts'
import { addCompany } from './testing/firstCompany.ts'

const database = await testDatabase([crmMigrations])
const sql = connect(database.url, { distributedBy: await distributedBy(database.url) })
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const { reference, local } = tablePlacement
const tables = await sql<{ name: string; key: string[] }[]>`
  select c.relname as name, array(select a.attname::text from unnest(k.conkey) with ordinality n (nr, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = n.nr order by n.place) as key
  from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = 'crm'::regnamespace and c.relkind = 'r'
    and c.relname !~ '_[0-9]{6,}$' order by c.relname`

function kindOf(table: string): 'reference' | 'local' | 'distributed' {
  if (reference.includes(table)) return 'reference'
  return local.includes(table) ? 'local' : 'distributed'
}

test('every table is distributed by its company, unless the list says otherwise; the list names no other', () => {
  const names = tables.map(({ name }) => name)
  const withoutCompany = tables.filter(({ name, key }) => kindOf(name) === 'distributed' && key[0] !== 'company_id')

  expect(withoutCompany).toEqual([])
  expect([...reference, ...local].filter(name => !names.includes(name))).toEqual([])
  expect(reference.filter(name => local.includes(name))).toEqual([])
})

test('what is unique in a distributed table is unique within a company', async () => {
  const indexes = await sql<{ table: string; text: string }[]>`
    select tablename as table, indexdef as text from pg_indexes
    where schemaname = 'crm' and indexdef like 'CREATE UNIQUE INDEX%' and tablename !~ '_[0-9]{6,}$'`

  const across = indexes.filter(({ table, text }) => kindOf(table) === 'distributed' && !/\(company_id[,)]/.test(text))

  expect(across).toEqual([])
})

test('a row refers to rows that are on its machine', async () => {
  const keys = await sql<{ from: string; to: string; text: string }[]>`
    select f.relname as from, t.relname as to, pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'crm'::regnamespace and f.relname !~ '_[0-9]{6,}$'`

  const elsewhere = keys.filter(({ from, to, text }) => {
    if (kindOf(from) === 'distributed' && /SET (NULL|DEFAULT)/.test(text)) return true
    if (kindOf(to) === 'reference') return false
    return kindOf(from) !== kindOf(to) || (kindOf(to) === 'distributed' && !/^FOREIGN KEY \(company_id,/.test(text))
  })

  expect(elsewhere).toEqual([])
})

test('every distributed table can be moved to another machine: it is logged', async () => {
  const unlogged = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'crm'::regnamespace and c.relkind = 'r' and c.relpersistence = 'u' and c.relname !~ '_[0-9]{6,}$'`

  expect(unlogged.length).toBeGreaterThan(0)
  expect(unlogged.filter(({ name }) => kindOf(name) === 'distributed')).toEqual([])
})

test('no trigger of a distributed table notifies: its machine has no listeners', async () => {
  const telling = await sql<{ table: string }[]>`
    select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace = 'crm'::regnamespace and p.prosrc ~ 'notify|crm\\.tell\\(' and c.relname !~ '_[0-9]{6,}$'`

  expect(telling.length).toBeGreaterThan(5)
  expect(telling.filter(({ table }) => kindOf(table) === 'distributed')).toEqual([])
})

test('what refers to a deleted row lets go of it, and may go in the same statement', async () => {
  const { companyId, ownerId } = await addCompany(sql, 1)
  const [phase] = await sql`select board_id, id from crm.project_phase where company_id = ${companyId} limit 1`
  const project = { company_id: companyId, id: 1, title: 'Roof', board_id: phase?.board_id, phase_id: phase?.id }
  await sql`insert into crm.project ${sql({ ...project, owner_id: ownerId, creator_id: ownerId })}`
  const task = { company_id: companyId, project_id: 1, creator_id: ownerId, title: 'Tiles' }
  for (const id of [1, 2, 3])
    await sql`insert into crm.task ${sql({ ...task, id, parent_task_id: id === 1 ? null : id - 1 })}`

  await sql`delete from crm.task where company_id = ${companyId} and id = 1`
  const left = await sql`select id, parent_task_id from crm.task where company_id = ${companyId} order by id`
  await sql`delete from crm.task where company_id = ${companyId}`

  expect(left.map(({ id, parent_task_id }) => [id, parent_task_id])).toEqual([
    [2, null],
    [3, 2],
  ])
  expect(await sql`select from crm.task where company_id = ${companyId}`).toHaveLength(0)
})

const [citus] = await sql`select exists (select from pg_extension where extname = 'citus') as there`

test.runIf(citus?.there)('a distributed database is described, and distributing it again changes nothing', async () => {
  const lines: string[] = []

  await distribute(database.url, tablePlacement, line => lines.push(line))

  expect(lines).toEqual([])
  const distributed = tables.filter(({ name }) => kindOf(name) === 'distributed').length
  expect(await describePlacement(database.url)).toBe(
    `Citus, ${distributed} tables distributed by company_id over 1 machines, ${reference.length} on each`,
  )
})

test.runIf(!citus?.there)('a database without Citus is refused, and described as one machine', async () => {
  await expect(distribute(database.url, tablePlacement)).rejects.toThrow('The database has no Citus')
  expect(await describePlacement(database.url)).toBeUndefined()
})
