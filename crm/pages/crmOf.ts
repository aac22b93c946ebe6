import type { Sql } from '@portico/kit/database/sql'
import type { Crm } from '../base/api/context.ts'
import type { MemberRequest } from './mount.tsx'

/** What operations run with, for a page that does the same as one of them. */
export function crmOf({ services, actor, call }: MemberRequest, sql: Sql): Crm {
  // Nothing that a page does has an effect in this process alone.
  return { sql, actor, services, call, now: call.receivedAt, afterCommit: () => {}, stillAllowed: async () => actor }
}

/** The same in a transaction of its own. */
export function write<T>(pageRequest: MemberRequest, work: (crm: Crm) => Promise<T>): Promise<T> {
  return pageRequest.services.database.write(sql => work(crmOf(pageRequest, sql)))
}
