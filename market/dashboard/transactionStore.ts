import type { Json } from '@portico/kit/api/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import { TRANSACTION, type Transactions } from './transactionWire.ts'

type TransactionPage = Promise<Json<Static<typeof Transactions>>>

export function listAllTransactions(sql: Sql, paging: Paging): TransactionPage {
  return listTransactions(sql, fragment`true`, paging)
}

/** Status 0: books are still to be charged. Status 1: none are. */
export function listTransactionsWithStatus(sql: Sql, status: 0 | 1, paging: Paging): TransactionPage {
  return listTransactions(sql, fragment`purchase.status = ${status}`, paging)
}

export function listTransactionsOf(sql: Sql, buyerId: string, paging: Paging): TransactionPage {
  return listTransactions(sql, fragment`purchase.buyer_id = ${buyerId}`, paging)
}

/** Transactions of every buyer with this name, whatever its case. */
export function listTransactionsOfName(sql: Sql, firstName: string, lastName: string, paging: Paging): TransactionPage {
  const sameName = fragment`
    lower(account.first_name) = lower(${firstName}) and lower(account.last_name) = lower(${lastName})`
  return listTransactions(sql, sameName, paging)
}

function listTransactions(sql: Sql, where: Fragment, paging: Paging): TransactionPage {
  const transactions = fragment`
    select ${TRANSACTION} from market.purchase join market.account on account.id = purchase.buyer_id
    where ${where} order by purchase.at desc, purchase.id desc`
  return pageJson(sql, 'transactions', transactions, paging)
}
