import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'

interface Linked {
  deal_id: number | null
  lead_id: string | null
  project_id: number | null
  participants: readonly number[]
  guests: { persons: readonly number[]; users: readonly number[] }
}

/** Of each link, whether all that it names is there for the caller. */
export async function areThere(
  crm: Crm,
  { deal_id, lead_id, project_id, participants, guests }: Linked,
): Promise<Record<string, boolean>> {
  const { sql, actor } = crm
  const [found] = await sql<Record<string, boolean>[]>`
    select
      ${deal_id}::bigint is null or exists (select from crm.deal d
        where d.company_id = ${actor.companyId} and d.id = ${deal_id} and not d.is_deleted and ${maySee(actor, 'deal', 'd')}) as deal_id,
      ${lead_id}::uuid is null or exists (select from crm.lead l
        where l.company_id = ${actor.companyId} and l.id = ${lead_id} and not l.is_deleted and ${maySee(actor, 'lead', 'l')}) as lead_id,
      ${project_id}::bigint is null or exists (select from crm.project p
        where p.company_id = ${actor.companyId} and p.id = ${project_id} and not p.is_deleted) as project_id,
      ${personsThere(crm, participants)} as participants,
      ${personsThere(crm, guests.persons)} and ${guests.users.length} = (select count(*) from crm.app_user u
        where u.company_id = ${actor.companyId} and u.id = any(${guests.users}::bigint[])) as attendees`
  return found ?? {}
}

function personsThere({ sql, actor }: Crm, ids: readonly number[]) {
  return sql`${ids.length} = (select count(*) from crm.person p
    where p.company_id = ${actor.companyId} and p.id = any(${ids}::bigint[]) and not p.is_deleted and ${maySee(actor, 'person', 'p')})`
}
