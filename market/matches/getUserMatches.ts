import { operation } from '../api/operation.ts'
import { listMatches } from './store.ts'
import { MatchedBooks } from './wire.ts'

export const getUserMatches = operation({
  route: 'GET /books/getUserMatches',
  summary: 'Books on sale that match your open requests, best first',
  reply: MatchedBooks,
  run: (_, { sql, user }) => listMatches(sql, user.id),
})
