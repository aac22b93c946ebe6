import { copyCompany } from '@portico/crm/across/sandbox/copyCompany'
import { startBenchServer } from './benchServer.ts'
import { makeLargeCompany } from './largeCompany.ts'

/** Copies a company of many deals within the database, while the server runs. */
export async function copyLargeCompany({ deals }: { deals: number }): Promise<boolean> {
  const server = await startBenchServer()
  try {
    const id = await makeLargeCompany(server, deals)
    const tables: [name: string, rows: number][] = []
    const begun = performance.now()
    const { rows } = await server.sql.begin('isolation level repeatable read', sql =>
      copyCompany(
        sql,
        { id, name: 'Bench' },
        { domain: 'sandbox', progress: (name, count) => tables.push([name, count]) },
      ),
    )
    const seconds = (performance.now() - begun) / 1000
    console.log(`${rows} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows a second`)
    for (const [name, count] of tables.sort((one, other) => other[1] - one[1]).slice(0, 12))
      console.log(`${count} ${name}`)
    return true
  } finally {
    await server.stop()
  }
}
