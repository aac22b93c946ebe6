import { RIGHTS, type Right } from '../base/access/rights.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/**
 * Gives one user a permission set of their own that lacks these rights of one app. A process that has just let the user
 * in hears of it a moment later.
 */
export async function takeRights(crm: TestCrm, user: TestUser, ...rights: [Right, ...Right[]]): Promise<void> {
  const { app } = RIGHTS[rights[0]]
  await crm.sql`
    with former as (
      select s.contents from crm.permission_assignment a
      join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
      where a.company_id = ${user.companyId} and a.user_id = ${user.userId} and a.app = ${app}
    ), lesser as (
      insert into crm.permission_set (company_id, app, type, name, contents)
      select ${user.companyId}, ${app}, 'custom', ${`without ${rights.join()} ${user.userId}`},
        array(select unnest(contents) except select unnest(${rights}::text[])) from former returning id
    )
    update crm.permission_assignment set permission_set_id = (select id from lesser)
    where company_id = ${user.companyId} and user_id = ${user.userId} and app = ${app}`
}
