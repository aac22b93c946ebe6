import { APPS, type Right, rightsOf } from '../base/access/rights.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/** A colleague who is no admin, with every right of every app but those named: by permission sets of its own. */
export async function userWithout(
  crm: TestCrm,
  lacking: readonly Right[],
  { roleId, of = crm.owner }: { roleId?: number | undefined; of?: TestUser } = {},
): Promise<TestUser> {
  const user = await crm.colleague(of, roleId === undefined ? {} : { roleId })
  for (const app of APPS) {
    const contents = rightsOf(app, 'admin').filter(right => !lacking.includes(right))
    await crm.sql`
      with made as (
        insert into crm.permission_set (company_id, app, type, name, contents)
        values (${user.companyId}, ${app}, 'custom', ${`of ${user.userId}`}, ${contents}) returning id)
      update crm.permission_assignment set permission_set_id = made.id from made
      where company_id = ${user.companyId} and user_id = ${user.userId} and app = ${app}`
  }
  return user
}
