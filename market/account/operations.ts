import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { throttled } from '../api/throttled.ts'
import { requirePassword } from '../auth/profile.ts'
import { Message, Password } from '../auth/schemas.ts'
import { findCredentialsById } from '../auth/store.ts'
import { eraseAccount } from './eraseAccount.ts'
import { exportAccount } from './exportStore.ts'
import { countTrades, readAccount } from './store.ts'
import { UserData, UserStatistics } from './wire.ts'

export const accountHealth = openOperation({
  route: 'GET /user',
  summary: 'Whether this group is up',
  signIn: 'none',
  reply: Type.Object({ user: Type.Null() }),
  run: async () => ({ user: null }),
})

export const getUserData = operation({
  route: 'GET /user/getUserData',
  summary: 'Your account',
  reply: Type.Object({ user: UserData }),
  run: (_, { sql, user }) => readAccount(sql, user.id),
})

export const getUserStatistics = operation({
  route: 'GET /user/getUserStatistics',
  summary: 'How many books you bought and sold, and what you made: counted when they were charged and paid',
  reply: UserStatistics,
  async run(_, { sql, user }) {
    const { bought, sold, earnedCents, buying, selling } = await countTrades(sql, user.id)
    return {
      numberOfBooksBought: bought,
      numberOfBooksSold: sold,
      moneyMade: earnedCents / 100,
      purchasesUnderWay: buying,
      salesUnderWay: selling,
    }
  },
})

export const exportData = operation({
  route: 'GET /user/exportData',
  summary: 'Everything the market keeps about you',
  reply: Type.Record(Type.String(), Type.Unknown()),
  run: (_, { sql, user }) => exportAccount(sql, user.id),
})

export const deleteAccount = throttled(
  'password',
  operation({
    route: 'POST /user/deleteAccount',
    summary: 'Delete your account; books you sold stay, without your name',
    transaction: 'none',
    body: { password: Password },
    reply: Message,
    async run({ body }, { sql, user, services, now }) {
      if (user.permissionType === 2) throw failure('conflict', 'The owner of the market cannot leave it')
      await requirePassword(await findCredentialsById(sql, user.id), body.password)
      await services.database.write(sql => eraseAccount(sql, user.id, now))
      return { message: 'Your account is deleted.' }
    },
  }),
)
