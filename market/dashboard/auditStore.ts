import type { Sql } from '@portico/kit/database/sql'
import type { User } from '../auth/user.ts'

/** Records what an admin or the owner did. Moves of books are recorded in their own history. */
export async function audit(sql: Sql, now: Date, by: User, action: string, target = '', facts: object = {}) {
  await sql`
    insert into market.audit (at, by_id, action, target, facts)
    values (${now}, ${by.id}, ${action}, ${target}, ${JSON.stringify(facts)}::text::jsonb)`
}
