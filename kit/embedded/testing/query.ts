import postgres from 'postgres'
import { postgresTarget } from '../postgresTarget.ts'

/** One statement on a connection of its own. */
export async function query<Row extends object>(address: string, text: string): Promise<Row[]> {
  const { url, host } = postgresTarget(address)
  // Types would be asked for with a query whose failure nobody hears: see `database/arrayTypes.ts`.
  const sql = postgres(url, { host, max: 1, fetch_types: false })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.end({ timeout: 1 })
  }
}
