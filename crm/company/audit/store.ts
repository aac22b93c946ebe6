import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { Keyset, ListRow } from '../../base/lists/cursor.ts'

export interface AuditQuery {
  action?: string | undefined
  userId?: number | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** A page of the audit log of the caller's company. */
export async function listAudit(
  { sql, actor }: Crm,
  query: AuditQuery,
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select row_to_json(w)::text as wire, w.id, null as sort_key from (
      select ${columns(sql)} from crm.audit a
      left join crm.app_user u on u.company_id = a.company_id and u.id = a.user_id
      where a.company_id = ${actor.companyId} and ${matching(sql, query)} and ${page.after}
      order by ${page.orderBy} limit ${limit + 1}
    ) w`
}

/** The next lines after an id, oldest first, for an export that is written piece by piece. */
export async function auditAfter(
  sql: Sql,
  companyId: number,
  query: AuditQuery,
  after: number,
  limit: number,
): Promise<AuditLine[]> {
  return sql<AuditLine[]>`
    select ${columns(sql)} from crm.audit a
    left join crm.app_user u on u.company_id = a.company_id and u.id = a.user_id
    where a.company_id = ${companyId} and a.id > ${after} and ${matching(sql, query)} order by a.id limit ${limit}`
}

export interface AuditLine {
  id: number
  time: string
  user_id: number | null
  email: string | null
  credential: string
  address: string
  action: string
  subject: string
  detail: Record<string, unknown>
}

function columns(sql: Sql): Fragment {
  return sql`a.id, crm.time_ms(a.time) as time, a.user_id, u.email, a.credential, a.address, a.action, a.subject, a.detail`
}

function matching(sql: Sql, { action, userId, since, until }: AuditQuery): Fragment {
  return sql`true ${action ? sql`and a.action = ${action}` : sql``} ${userId ? sql`and a.user_id = ${userId}` : sql``}
    ${since ? sql`and a.time >= ${since}` : sql``} ${until ? sql`and a.time < ${until}` : sql``}`
}

export const FORGET_AUDIT = 'crm:forget-audit'

/** Forgets what is older than it is kept. */
export async function forgetOldAudit(sql: Sql): Promise<void> {
  await sql`delete from crm.audit where time < now() - interval '400 days'`
}
