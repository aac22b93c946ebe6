import { randomBytes } from 'node:crypto'
import { type Client, connect } from '@portico/kit/database/connect'
import { databaseUrl } from '@portico/kit/testing/testDatabase'
import { inject, onTestFinished } from 'vitest'

/** A database without tables, or a clone of another one that nobody is connected to, dropped after the test. */
export async function databaseForTest(template?: string): Promise<{ url: string; sql: Client }> {
  const { url, name } = await newDatabase(template)
  const sql = connect(url)
  onTestFinished(async () => {
    await sql.end()
    await dropDatabase(name)
  })
  return { url, sql }
}

/** The same for whoever drops it. */
export async function newDatabase(template = 'template1'): Promise<{ url: string; name: string }> {
  const server = inject('postgresUrl')
  const name = `portico_empty_${randomBytes(6).toString('hex')}`
  await onServer(admin => admin.unsafe(`create database ${name} template ${template} strategy file_copy`))
  return { url: databaseUrl(server, name), name }
}

export async function dropDatabase(name: string): Promise<void> {
  await onServer(admin => admin.unsafe(`drop database if exists ${name} with (force)`))
}

async function onServer(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = connect(inject('postgresUrl'))
  await work(admin).finally(() => admin.end())
}
