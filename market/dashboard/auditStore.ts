import type { Sql } from '@portico/kit/database/sql'
import type { User } from '../auth/user.ts'

/** Keeps what somebody with a role did, beside the history of books. */
export async function audit(sql: Sql, now: Date, by: User, action: string, target = '', facts: object = {}) {
  await sql`
    insert into market.audit (at, by_id, action, target, facts)
    values (${now}, ${by.id}, ${action}, ${target}, ${JSON.stringify(facts)}::text::jsonb)`
}
