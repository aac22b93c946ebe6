import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { Message } from './schemas.ts'
import { endAllSessions, endSession } from './store.ts'

export const logout = operation({
  route: 'POST /auth/logout',
  summary: 'Log out: the token is refused from now on; with everywhere, every token of the account',
  body: { everywhere: optional(Type.Boolean()) },
  reply: Message,
  async run({ body }, { sql, user }) {
    if (!body.everywhere) {
      await endSession(sql, user.session)
      return { message: 'You are logged out.' }
    }
    await endAllSessions(sql, user.id)
    return { message: 'You are logged out everywhere.' }
  },
})
