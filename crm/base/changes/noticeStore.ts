import type { Author } from './author.ts'

/** Tells every process, with the commit, that something about the company has changed. */
export async function notify({ sql, actor }: Pick<Author, 'sql' | 'actor'>, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${String(actor.companyId)})`
}
