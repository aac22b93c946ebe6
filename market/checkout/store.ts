import type { Sql } from '@portico/kit/database/sql'
import { entriesOf } from '../ledger/entries.ts'
import { STAFF, type Staff } from '../notices/notifyStore.ts'

/** The settings that a checkout depends on, and the staff to notify of it. */
export async function readTerms(sql: Sql): Promise<{ feeBp: number; dropOffDays: number; staff: Staff }> {
  const [terms] = await sql<{ feeBp: number; dropOffDays: number; address: string; accounts: string[] }[]>`
    select fee_bp as "feeBp", drop_off_days as "dropOffDays", ${STAFF} from market.setting`
  if (!terms) throw new Error('the settings of the marketplace are missing')
  const { feeBp, dropOffDays, ...staff } = terms
  return { feeBp, dropOffDays, staff }
}

/** A title that is merely alike does not end a request: same ISBN, same course, or nearly the same title. */
const SATISFYING = 0.6

export interface SoldBook {
  id: string
  name: string
  ownerId: string
  priceCents: number
}

/**
 * Takes the books for a buyer: those in their cart, on sale and not their own. Rows are locked in the order of their
 * ids, so that carts that overlap wait for each other instead of blocking each other.
 */
export function reserveBooks(sql: Sql, ids: readonly string[], buyer: string, purchase: string, now: Date) {
  return sql<SoldBook[]>`
    with buyer as materialized (
      select id from market.account where id = ${buyer} and deleted_at is null and suspended_at is null for key share),
    wanted as (
      select book.id from market.book
      where exists (select from buyer) and book.id = any(${ids}) and book.owner_id <> ${buyer} and book.deleted_at is null
        and exists (select from market.cart_item item where item.account_id = ${buyer} and item.book_id = book.id)
      order by book.id for update)
    update market.book set status = 1, buyer_id = ${buyer}, purchase_id = ${purchase}, sold_at = ${now},
      verified_at = null, reminded_at = null
    from wanted where book.id = wanted.id and book.status = 0 and book.deleted_at is null
    returning book.id, book.name, book.owner_id as "ownerId", book.price_cents as "priceCents"`
}

export interface Line extends SoldBook {
  feeCents: number
}

export interface Purchase {
  id: string
  buyer: string
  feeBp: number
  subtotalCents: number
  feeCents: number
  lines: readonly Line[]
}

/** Everything a sale leaves behind, in one statement: lines, history, money, an emptied cart, satisfied requests. */
export async function recordPurchase(sql: Sql, purchase: Purchase, now: Date): Promise<void> {
  const { id, buyer, feeBp, subtotalCents, feeCents, lines } = purchase
  const rows = lines.map(line => ({ book: line.id, seller: line.ownerId, price: line.priceCents, fee: line.feeCents }))
  const money = lines.flatMap(line =>
    entriesOf('checkout', { ...line, buyerId: buyer }).map(entry => ({ book: line.id, ...entry })),
  )
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as line (book text, seller text, price integer, fee integer)),
    bought as (
      insert into market.purchase (id, buyer_id, at, fee_bp, subtotal_cents, fee_cents)
      values (${id}, ${buyer}, ${now}, ${feeBp}, ${subtotalCents}, ${feeCents})),
    items as (
      insert into market.purchase_item (purchase_id, book_id, seller_id, price_cents, fee_cents)
      select ${id}, book, seller, price, fee from line),
    moves as (
      insert into market.book_move (book_id, move, from_status, to_status, by_id, purchase_id, at)
      select book, 'checkout', 0, 1, ${buyer}, ${id}, ${now} from line returning id, book_id),
    money as (
      insert into market.ledger_entry (move_id, account, party, cents)
      select moves.id, entry.account, entry.party, entry.cents
      from json_to_recordset(${JSON.stringify(money)}::text::json)
        as entry (book text, account text, cents bigint, party text)
      join moves on moves.book_id = entry.book),
    cart as (
      delete from market.cart_item item using line where item.account_id = ${buyer} and item.book_id = line.book)
    update market.request set status = 1, satisfied_by = pair.book_id
    from market.match pair join line on line.book = pair.book_id
    where request.id = pair.request_id and pair.current and pair.score >= ${SATISFYING}::real
      and request.owner_id = ${buyer} and request.status = 0`
}

/** Opens the requests a book had ended, unless their owner has bought another one that fits; those that are open now. */
export async function reopenRequests(sql: Sql, book: string): Promise<string[]> {
  const looked = await sql<{ id: string; status: number }[]>`
    with ended as (
      select request.id, (select pair.book_id from market.match pair join market.book other on other.id = pair.book_id
                          where pair.request_id = request.id and pair.score >= ${SATISFYING}::real
                            and other.buyer_id = request.owner_id
                          order by pair.score desc, pair.book_id limit 1) as other
      from market.request where satisfied_by = ${book})
    update market.request set satisfied_by = ended.other, status = case when ended.other is null then 0 else 1 end
    from ended where request.id = ended.id
    returning request.id, request.status`
  return looked.filter(request => request.status === 0).map(request => request.id)
}
