import type { Crm } from '../../../base/api/context.ts'

export async function findGoogleAccount({ sql, actor }: Crm): Promise<string | null> {
  const [user] = await sql<{ google: string | null }[]>`
    select settings -> 'connections' ->> 'google' as google from crm.app_user
    where company_id = ${actor.companyId} and id = ${actor.userId}`
  return user?.google ?? null
}
