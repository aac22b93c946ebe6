import { connect } from '@portico/kit/database/connect'

/** Names the server's connections, so that a restore can tell that a server is running. */
export const SERVER_CONNECTION = 'portico-server'

/** Whether a server is running on this database. */
export async function isServerRunning(url: string): Promise<boolean> {
  const sql = connect(url)
  try {
    const found = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = ${SERVER_CONNECTION} limit 1`
    return found.length > 0
  } finally {
    await sql.end({ timeout: 5 })
  }
}
