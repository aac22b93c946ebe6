import type { Json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Paging } from '../api/paging.ts'
import { pageJson } from '../api/rowStore.ts'
import type { Notifications } from './wire.ts'

export function listNotices(sql: Sql, accountId: string, paging: Paging): Promise<Json<Static<typeof Notifications>>> {
  const notices = fragment`
    select notice.id::text as "_id", market.ms(notice.at) as date, notice.message, notice.kind, notice.link,
           coalesce(notice.at <= account.notices_read_at, false) as read
    from market.notice join market.account on account.id = notice.account_id
    where notice.account_id = ${accountId}
    order by notice.id desc`
  return pageJson(sql, 'notifications', notices, paging)
}

export async function markNoticesRead(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql`update market.account set notices_read_at = ${now} where id = ${accountId}`
}
