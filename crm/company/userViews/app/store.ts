import type { Crm } from '../../../base/api/context.ts'

/** The JSON text of what the caller has arranged, over `unarranged`. */
export async function findViews({ sql, actor }: Crm, unarranged: object): Promise<string> {
  const otherwise = JSON.stringify(unarranged)
  const [found] = await sql<{ views: string }[]>`
    select (${otherwise}::text::jsonb || views)::text as views from crm.user_view
    where company_id = ${actor.companyId} and user_id = ${actor.userId}`
  return found?.views ?? otherwise
}

/** Two browsers that arrange different screens at once both count: the database puts the pieces together. */
export async function storeViews({ sql, actor }: Crm, views: object): Promise<void> {
  await sql`
    insert into crm.user_view as kept (company_id, user_id, views)
    values (${actor.companyId}, ${actor.userId}, ${JSON.stringify(views)}::text::jsonb)
    on conflict (company_id, user_id) do update set views = kept.views || excluded.views`
}
