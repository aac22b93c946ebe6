import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { listAllTransactions, listTransactionsOfName, listTransactionsWithStatus } from './transactionStore.ts'
import { Transactions } from './transactionWire.ts'

export const getPendingTransactions = operation({
  route: 'GET /dashboard/getPendingTransactions',
  summary: 'Transactions with books still to be charged',
  scopes: ['admin'],
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql }) => listTransactionsWithStatus(sql, 0, query),
})

export const getCompletedTransactions = operation({
  route: 'GET /dashboard/getCompletedTransactions',
  summary: 'Transactions with nothing left to charge',
  scopes: ['admin'],
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql }) => listTransactionsWithStatus(sql, 1, query),
})

export const getAllTransactions = operation({
  route: 'GET /dashboard/getAllTransactions',
  summary: 'All transactions',
  scopes: ['admin'],
  query: PagingQuery,
  reply: Transactions,
  run: ({ query }, { sql }) => listAllTransactions(sql, query),
})

const NamePart = Type.String({ minLength: 1, maxLength: 80 })

export const getTransactionsByName = operation({
  route: 'GET /dashboard/getTransactionsByName/{firstName}/{LastName}',
  summary: "Transactions by the buyer's name",
  scopes: ['admin'],
  params: { firstName: NamePart, LastName: NamePart },
  query: PagingQuery,
  reply: Transactions,
  run: ({ params, query }, { sql }) => listTransactionsOfName(sql, params.firstName, params.LastName, query),
})
