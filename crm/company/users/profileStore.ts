import type { Crm } from '../../base/api/context.ts'

/** In this very spelling: a name that PostgreSQL does not know would make every list with this user fail. */
export async function databaseKnowsZone({ sql }: Crm, name: string): Promise<boolean> {
  const [found] = await sql`select from pg_timezone_names where name = ${name}`
  return found !== undefined
}
