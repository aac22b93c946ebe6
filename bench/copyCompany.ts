import { copyCompany } from '@portico/crm/across/sandbox/copyCompany'
import { closeCompany } from '@portico/crm/company/companies/removalStore'
import { removeCompaniesTask } from '@portico/crm/company/companies/removeCompanies'
import { connect } from '@portico/kit/database/connect'
import { openDatabase } from '@portico/kit/database/database'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { makeLargeCompany } from './largeCompany.ts'

/**
 * Copies a company of many deals within the database, while the server runs, and removes the copy. The floor is what the
 * same rows take by `insert … select` alone, into tables with the same indexes and nothing else.
 */
export async function copyLargeCompany({ deals }: { deals: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const id = await makeLargeCompany(server, deals)
    const tables = new Map<string, number>()
    const progress = (name: string, count: number) => void tables.set(name, (tables.get(name) ?? 0) + count)
    const company = { id, name: 'Bench' }
    const copy = await timed(() =>
      copyCompany(() => connect(server.databaseUrl), company, { domain: 'sandbox', progress }),
    )
    say('copied', copy.done.rows, copy.seconds)
    for (const [name, count] of [...tables].sort((one, other) => other[1] - one[1]).slice(0, 12))
      console.log(`${count} ${name}`)
    const largest = [...tables.keys()].filter(name => !name.includes(' ') && (tables.get(name) ?? 0) > 1_000)
    const floor = await timed(() => insertAlone(server, id, largest))
    say('the floor', floor.done, floor.seconds)
    const database = openDatabase(server.databaseUrl, { lanes: 2 })
    await closeCompany(server.sql, copy.done.companyId, new Date(0))
    const removal = await timed(removeCompaniesTask(database))
    say('removed', copy.done.rows, removal.seconds)
    await database.close()
    return true
  } finally {
    await server.stop()
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ done: T; seconds: number }> {
  const begun = performance.now()
  const done = await work()
  return { done, seconds: (performance.now() - begun) / 1000 }
}

function say(what: string, rows: number, seconds: number) {
  console.log(`${what}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows a second`)
}

async function insertAlone({ sql }: BenchServer, companyId: number, tables: readonly string[]): Promise<number> {
  let rows = 0
  for (const table of tables) {
    await sql.unsafe(`create table public.floor (like ${table} including indexes)`)
    const [inserted] = await sql.unsafe<{ rows: number }[]>(`
      with inserted as (insert into public.floor select * from ${table} where company_id = ${companyId} returning 1)
      select count(*)::integer as rows from inserted`)
    await sql.unsafe('drop table public.floor')
    rows += inserted?.rows ?? 0
  }
  return rows
}
