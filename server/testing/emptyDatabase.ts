import { randomBytes } from 'node:crypto'
import { type Client, connect } from '@portico/kit/database/connect'
import { databaseUrl } from '@portico/kit/testing/testDatabase'
import { inject, onTestFinished } from 'vitest'

/** A database without tables, dropped after the test. */
export async function emptyDatabase(): Promise<{ url: string; sql: Client }> {
  const server = inject('postgresUrl')
  const name = `portico_empty_${randomBytes(6).toString('hex')}`
  const admin = connect(server)
  await admin.unsafe(`create database ${name}`)
  const url = databaseUrl(server, name)
  const sql = connect(url)
  onTestFinished(async () => {
    await sql.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { url, sql }
}
