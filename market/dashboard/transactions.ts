import type { Json } from '@portico/kit/json'
import { nullable } from '@portico/kit/schemas'
import { type Fragment, fragment, type Sql } from '@portico/kit/sql'
import Type, { type Static } from 'typebox'
import { operation } from '../api/operation.ts'
import { type Paging, PagingQuery } from '../api/paging.ts'
import { pageJson } from '../api/rows.ts'

const TRANSACTION = fragment`
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

export const getPendingTransactions = operation({
  route: 'GET /dashboard/getPendingTransactions',
  summary: 'Transactions with books still to be charged',
  scopes: ['admin'],
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql }) => listTransactions(sql, fragment`purchase.status = 0`, query),
})

export const getCompletedTransactions = operation({
  route: 'GET /dashboard/getCompletedTransactions',
  summary: 'Transactions with nothing left to charge',
  scopes: ['admin'],
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql }) => listTransactions(sql, fragment`purchase.status = 1`, query),
})

export const getAllTransactions = operation({
  route: 'GET /dashboard/getAllTransactions',
  summary: 'All transactions',
  scopes: ['admin'],
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql }) => listTransactions(sql, fragment`true`, query),
})

const NamePart = Type.String({ minLength: 1, maxLength: 80 })

export const getTransactionsByName = operation({
  route: 'GET /dashboard/getTransactionsByName/{firstName}/{LastName}',
  summary: "Transactions by the buyer's name",
  scopes: ['admin'],
  params: { firstName: NamePart, LastName: NamePart },
  query: PagingQuery,
  reply: Transactions,
  run: ({ params, query }, { sql }) =>
    listTransactions(
      sql,
      fragment`lower(account.first_name) = lower(${params.firstName})
               and lower(account.last_name) = lower(${params.LastName})`,
      query,
    ),
})

export function listTransactions(
  sql: Sql,
  where: Fragment,
  paging: Paging,
): Promise<Json<Static<typeof Transactions>>> {
  const transactions = fragment`
    select ${TRANSACTION} from market.purchase join market.account on account.id = purchase.buyer_id
    where ${where} order by purchase.at desc, purchase.id desc`
  return pageJson(sql, 'transactions', transactions, paging)
}
