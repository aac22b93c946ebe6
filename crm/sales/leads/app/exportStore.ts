import type { Crm } from '../../../base/api/context.ts'

/** Names that a file has instead of ids. */
export interface LeadNames {
  labels: ReadonlyMap<string, string>
  users: ReadonlyMap<number, string>
}

export async function exportNames({ sql, actor }: Crm): Promise<LeadNames> {
  const labels = await sql<{ id: string; name: string }[]>`
    select id, name from crm.lead_label where company_id = ${actor.companyId}`
  const users = await sql<{ id: number; name: string }[]>`
    select id, name from crm.app_user where company_id = ${actor.companyId}`
  return {
    labels: new Map(labels.map(({ id, name }) => [id, name])),
    users: new Map(users.map(({ id, name }) => [id, name])),
  }
}
