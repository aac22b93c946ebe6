import { operation } from '../api/operation.ts'
import { readStatistics } from './statisticsStore.ts'
import { Statistics } from './statisticsWire.ts'

export const getStatistics = operation({
  route: 'GET /dashboard/getStatistics',
  summary: 'Users, books, sales and money, and the last thirty days',
  scopes: ['admin'],
  reply: Statistics,
  run: (_, { sql, now }) => readStatistics(sql, now),
})
