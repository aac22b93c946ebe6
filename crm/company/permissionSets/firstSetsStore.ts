import { createHash } from 'node:crypto'
import type { MigrationStep } from '@portico/kit/database/migrate'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { APPS, rightsOf } from '../../base/access/rights.ts'

const APP_NAMES = { sales: 'Deals', global: 'Global', account_settings: 'Account settings', projects: 'Projects' }

/** For each app a set for its admins and one for everybody else. */
const FIRST_SETS = APPS.flatMap(app => [
  { app, type: 'admin', name: `${APP_NAMES[app]} admin`, contents: rightsOf(app, 'admin') },
  { app, type: 'regular', name: `${APP_NAMES[app]} regular user`, contents: rightsOf(app, 'regular') },
])
const SETS = JSON.stringify(FIRST_SETS)

/** The permission sets a company has on its first day. */
export async function addFirstSets(sql: Sql, companyId: number): Promise<void> {
  await addSets(sql, fragment`select ${companyId}::bigint as id`)
}

/** Companies of older versions get their sets, and their users the set that is theirs so far. */
export const permissionSetsStep: MigrationStep = {
  name: 'permission sets',
  digest: createHash('sha256').update(SETS).digest('hex'),
  async run(sql) {
    await addSets(sql, fragment`select id from crm.company`)
    await sql`
      insert into crm.permission_assignment (company_id, user_id, app, permission_set_id)
      select u.company_id, u.id, s.app, s.id from crm.app_user u
      join crm.permission_set s on s.company_id = u.company_id
        and s.type = case when u.is_admin then 'admin' else 'regular' end
      on conflict do nothing`
  },
}

/** A set that is there keeps its rights, except those of admins, which are all there are. */
async function addSets(sql: Sql, companies: Fragment): Promise<void> {
  await sql`
    insert into crm.permission_set (company_id, app, type, name, contents)
    select c.id, s.app, s.type, s.name, array(select jsonb_array_elements_text(s.contents))
    from (${companies}) c,
      jsonb_to_recordset(${SETS}::text::jsonb) s (app text, type text, name text, contents jsonb)
    on conflict (company_id, app, name) do update set contents = excluded.contents where permission_set.type = 'admin'`
}
