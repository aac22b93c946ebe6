import type { Crm } from '../../base/api/context.ts'

export interface ProviderLink {
  user_provider_id: string
  user_id: number
  marketplace_client_id: string
  app: string
}

/** The same link again takes over what is said of it; undefined when it belongs to another app. */
export async function storeLink(
  { sql, actor, now }: Crm,
  link: ProviderLink,
): Promise<'added' | 'changed' | undefined> {
  // A row that an insert has just made was never deleted by anybody, not even by an update: its xmax is 0.
  const [stored] = await sql<{ is_new: boolean }[]>`
    insert into crm.user_provider_link as l ${sql({ company_id: actor.companyId, add_time: now, ...link })}
    on conflict (company_id, user_provider_id) do update
      set user_id = excluded.user_id, marketplace_client_id = excluded.marketplace_client_id
      where l.app = excluded.app
    returning l.xmax = 0 as is_new`
  return stored && (stored.is_new ? 'added' : 'changed')
}

export async function findLink({ sql, actor }: Crm, id: string): Promise<ProviderLink | undefined> {
  const [link] = await sql<ProviderLink[]>`
    select * from crm.user_provider_link where company_id = ${actor.companyId} and user_provider_id = ${id} for update`
  return link
}

export async function deleteLink({ sql, actor }: Crm, id: string): Promise<void> {
  await sql`delete from crm.user_provider_link where company_id = ${actor.companyId} and user_provider_id = ${id}`
}
