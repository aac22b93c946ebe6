import type { Crm } from '../../../base/api/context.ts'

/** The JSON text of the caller's settings: those of the user, then of the company, then `undecided`. */
export async function findSettings({ sql, actor }: Crm, undecided: object): Promise<string> {
  const otherwise = JSON.stringify(undecided)
  const [user] = await sql<{ settings: string }[]>`
    select (select json_object_agg(key, coalesce(u.settings -> key, c.settings -> key, value))
      from jsonb_each(${otherwise}::text::jsonb))::text as settings
    from crm.app_user u join crm.company c on c.id = u.company_id
    where u.company_id = ${actor.companyId} and u.id = ${actor.userId}`
  return user?.settings ?? otherwise
}
