import { failure } from '@portico/kit/failure'
import { json } from '@portico/kit/json'
import Type from 'typebox'
import { openOperation, operation } from '../api/operation.ts'
import { throttled } from '../api/throttled.ts'
import { requirePassword } from '../auth/profile.ts'
import { Message, Password } from '../auth/schemas.ts'
import { findCredentialsById } from '../auth/store.ts'
import { eraseAccount } from './eraseAccount.ts'
import { exportAccount } from './exportAccount.ts'

export const accountAlive = openOperation({
  route: 'GET /user',
  summary: 'Whether this group is up',
  signIn: 'none',
  reply: Type.Object({ user: Type.Null() }),
  run: async () => ({ user: null }),
})

export const UserData = Type.Object({
  _id: Type.String(),
  emailAddress: Type.String(),
  venmoUsername: Type.String(),
  CMC: Type.String(),
  university: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  permissionType: Type.Integer(),
  matchMail: Type.Boolean(),
  matchedBooks: Type.Array(Type.String()),
  unreadNotifications: Type.Integer(),
  cartItems: Type.Integer(),
})

export const getUserData = operation({
  route: 'GET /user/getUserData',
  summary: 'Your account',
  reply: Type.Object({ user: UserData }),
  async run(_, { sql, user }) {
    const [found] = await sql<{ account: string }[]>`
      select row_to_json(row)::text as account from (
        select account.id as "_id", account.email as "emailAddress", account.payment_name as "venmoUsername",
               account.mailbox as "CMC", account.university, account.first_name as "firstName",
               account.last_name as "lastName", account.permission_type as "permissionType",
               account.match_mail as "matchMail",
               array(select distinct match.book_id from market.request
                     join market.match on match.request_id = request.id and match.current
                     join market.book on book.id = match.book_id and book.status = 0 and book.deleted_at is null
                     where request.owner_id = account.id and request.status = 0) as "matchedBooks",
               (select count(*)::integer from market.notice
                where notice.account_id = account.id
                  and notice.at > coalesce(account.notices_read_at, '-infinity')) as "unreadNotifications",
               (select count(*)::integer from market.cart_item item join market.book on book.id = item.book_id
                where item.account_id = account.id and book.deleted_at is null) as "cartItems"
        from market.account where account.id = ${user.id}) row`
    return json(`{"user":${found?.account}}`)
  },
})

export const getUserStatistics = operation({
  route: 'GET /user/getUserStatistics',
  summary: 'How many books you bought and sold, and what you made: counted when they were charged and paid',
  reply: Type.Object({
    numberOfBooksBought: Type.Integer(),
    numberOfBooksSold: Type.Integer(),
    moneyMade: Type.Number(),
  }),
  async run(_, { sql, user }) {
    const [counted] = await sql<{ bought: number; sold: number; made: number }[]>`
      select (select count(*)::integer from market.book where buyer_id = ${user.id} and status in (2, 3)) as bought,
             (select count(*)::integer from market.book where owner_id = ${user.id} and status = 3) as sold,
             (select coalesce(sum(price_cents), 0)::bigint from market.book
              where owner_id = ${user.id} and status = 3) as made`
    const { bought, sold, made } = counted ?? { bought: 0, sold: 0, made: 0 }
    return { numberOfBooksBought: bought, numberOfBooksSold: sold, moneyMade: made / 100 }
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
    async run({ body }, { sql, user, house, now }) {
      if (user.permissionType === 2) throw failure('conflict', 'The owner of the market cannot leave it')
      await requirePassword(await findCredentialsById(sql, user.id), body.password)
      await house.database.write(sql => eraseAccount(sql, user.id, now))
      return { message: 'Your account is deleted.' }
    },
  }),
)
