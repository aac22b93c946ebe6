import postgres from 'postgres'
import { postgresTarget } from '../postgresTarget.ts'

/** One statement on a connection of its own. */
export async function query<Row extends object>(address: string, text: string): Promise<Row[]> {
  const { url, host } = postgresTarget(address)
  const sql = postgres(url, { host, max: 1 })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.end({ timeout: 1 })
  }
}
