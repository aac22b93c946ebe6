import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { listNotices, markNoticesRead } from './store.ts'
import { Notifications } from './wire.ts'

export const getNotifications = operation({
  route: 'GET /user/getNotifications',
  summary: 'Your notices, newest first',
  query: PagingQuery,
  reply: Notifications,
  run: ({ query }, { sql, user }) => listNotices(sql, user.id, query),
})

export const readNotifications = operation({
  route: 'POST /user/readNotifications',
  summary: 'Mark all notices as read',
  reply: Type.Object({}),
  async run(_, { sql, user, now }) {
    await markNoticesRead(sql, user.id, now)
    return {}
  },
})
