import type { Sql } from '@portico/kit/database/sql'

/** A paused webhook with the address of whoever made it; undefined when it is not paused, or that person is gone. */
export async function findPaused(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<{ name: string; subscription_url: string; last_http_status: number | null; email: string } | undefined> {
  const [paused] = await sql<
    { name: string; subscription_url: string; last_http_status: number | null; email: string }[]
  >`
    select w.name, w.subscription_url, w.last_http_status, u.email
    from crm.webhook w join crm.app_user u on u.company_id = w.company_id and u.id = w.owner_id
    where w.company_id = ${companyId} and w.id = ${id} and w.status = 'paused' and u.active and not u.is_deleted`
  return paused
}
