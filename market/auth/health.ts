import Type from 'typebox'
import { openOperation } from '../api/operation.ts'

export const authHealth = openOperation({
  route: 'GET /auth',
  summary: 'Whether this group is up',
  signIn: 'none',
  reply: Type.Object({}),
  run: async () => ({}),
})
