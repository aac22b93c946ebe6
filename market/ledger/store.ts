import type { Sql } from '@portico/kit/database/sql'
import type { MoveName } from '../books/moves.ts'
import { entriesOf, type Sale } from './entries.ts'

/** Writes the entries of one move; the database refuses the commit if they do not add up to zero. */
export async function postMoney(sql: Sql, moveId: number, move: MoveName, sale: Sale): Promise<void> {
  const rows = entriesOf(move, sale)
  if (rows.length === 0) return
  await sql`
    insert into market.ledger_entry (move_id, account, party, cents)
    select ${moveId}, account, party, cents
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (account text, party text, cents bigint)`
}
