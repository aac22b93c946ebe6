import { nullable } from '@portico/kit/api/schemas'
import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'

/** The shape of a transaction on the wire, for rows `purchase` and its buyer's `account`. */
export const TRANSACTION = fragment`
  purchase.id as "_id", market.ms(purchase.at) as date, purchase.buyer_id as "buyerID",
  account.first_name as "buyerFirstName", account.last_name as "buyerLastName", account.payment_name as "buyerVenmo",
  coalesce(account.email, '') as "buyerEmail",
  (purchase.subtotal_cents + purchase.fee_cents) / 100::float8 as "totalCharged",
  purchase.fee_cents / 100::float8 as fee, purchase.status,
  array(select book_id from market.purchase_item item where item.purchase_id = purchase.id order by book_id)
    as "booksPurchased",
  (select json_agg(json_build_object('book', item.book_id, 'name', book.name, 'price', item.price_cents / 100::float8,
                                     'fee', item.fee_cents / 100::float8, 'seller', item.seller_id,
                                     'outcome', item.outcome) order by item.book_id)
   from market.purchase_item item join market.book on book.id = item.book_id
   where item.purchase_id = purchase.id) as items`

const Transaction = Type.Object({
  _id: Type.String(),
  date: Type.Integer(),
  buyerID: Type.String(),
  buyerFirstName: Type.String(),
  buyerLastName: Type.String(),
  buyerVenmo: Type.String(),
  buyerEmail: Type.String(),
  totalCharged: Type.Number(),
  fee: Type.Number(),
  status: Type.Integer({ description: '0 pending, 1 completed' }),
  booksPurchased: Type.Array(Type.String()),
  items: Type.Array(
    Type.Object({
      book: Type.String(),
      name: Type.String(),
      price: Type.Number(),
      fee: Type.Number(),
      seller: Type.String(),
      outcome: nullable(Type.String()),
    }),
  ),
})

export const Transactions = Type.Object({ transactions: Type.Array(Transaction) })
