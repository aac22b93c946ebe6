import type { Crm } from '../../../base/api/context.ts'
import { noRole } from '../store.ts'
import type { RoleSettings } from './shape.ts'

/** What is not set is for everyone to see, as `defaultVisibility` has it. */
const UNSET: RoleSettings = {
  deal_default_visibility: 7,
  lead_default_visibility: 7,
  org_default_visibility: 7,
  person_default_visibility: 7,
  product_default_visibility: 7,
  deal_access_level: 7,
  org_access_level: 7,
  person_access_level: 7,
  product_access_level: 7,
}

export async function findSettings({ sql, actor }: Crm, roleId: number): Promise<RoleSettings> {
  const [role] = await sql<{ settings: Partial<RoleSettings> }[]>`
    select settings from crm.role where company_id = ${actor.companyId} and id = ${roleId}`
  if (!role) throw noRole()
  return { ...UNSET, ...role.settings }
}

export async function storeSetting({ sql, actor }: Crm, roleId: number, setting: Partial<RoleSettings>): Promise<void> {
  await sql`
    update crm.role set settings = settings || ${JSON.stringify(setting)}::text::jsonb
    where company_id = ${actor.companyId} and id = ${roleId}`
}
