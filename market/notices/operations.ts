import { fragment } from '@portico/kit/sql'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { pageJson } from '../api/rows.ts'

export const Notification = Type.Object({
  _id: Type.String(),
  date: Type.Integer(),
  message: Type.String(),
  kind: Type.String(),
  link: Type.String(),
  read: Type.Boolean(),
})

export const getNotifications = operation({
  route: 'GET /user/getNotifications',
  summary: 'Your notices, newest first',
  query: PagingQuery,
  reply: Type.Object({ notifications: Type.Array(Notification) }),
  run({ query }, { sql, user }) {
    const own = fragment`
      select notice.id::text as "_id", market.ms(notice.at) as date, notice.message, notice.kind, notice.link,
             coalesce(notice.at <= account.notices_read_at, false) as read
      from market.notice join market.account on account.id = notice.account_id
      where notice.account_id = ${user.id}
      order by notice.id desc`
    return pageJson(sql, 'notifications', own, query)
  },
})

export const readNotifications = operation({
  route: 'POST /user/readNotifications',
  summary: 'Mark all notices as read',
  reply: Type.Object({}),
  async run(_, { sql, user, now }) {
    await sql`update market.account set notices_read_at = ${now} where id = ${user.id}`
    return {}
  },
})
