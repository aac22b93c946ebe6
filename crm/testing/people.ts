import { hashPassword } from '@portico/kit/access/password'
import type { TestCrm, TestUser } from './startTestCrm.ts'

export const PASSWORD = 'a long enough password'

export interface TestPerson extends TestUser {
  accountId: number
  email: string
}

let hashed: Promise<string> | undefined

/** Somebody who can sign in with `PASSWORD`: a colleague, in the company of the owner if none is given. */
export async function aPerson(crm: TestCrm, of: TestUser = crm.owner, options = {}): Promise<TestPerson> {
  const user = await crm.colleague(of, options)
  return withPassword(crm, user)
}

/** Hashed once: what a hash costs is not what most tests are about. */
export async function withPassword(crm: TestCrm, user: TestUser): Promise<TestPerson> {
  hashed ??= hashPassword(PASSWORD)
  const [account] = await crm.sql<{ id: number; email: string }[]>`
    update crm.account a set password_hash = ${await hashed} from crm.app_user u
    where u.account_id = a.id and u.company_id = ${user.companyId} and u.id = ${user.userId} returning a.id, a.email`
  if (!account) throw new Error('there is no such account')
  return Object.assign(user, { accountId: account.id, email: account.email })
}

/** Makes a person a user of another company too; they have worked in the first one, so that nothing has to be chosen. */
export async function joinCompany(crm: TestCrm, person: TestPerson, company: TestUser): Promise<number> {
  const { addUsers } = await import('../company/users/addUsersStore.ts')
  const [userId = 0] = await addUsers(crm.sql, company.companyId, [{ name: 'Carl Colleague', email: person.email }])
  await crm.sql`update crm.app_user set last_login = coalesce(last_login, ${new Date(Date.now() - 86_400_000)})
    where company_id = ${person.companyId} and id = ${person.userId}`
  return userId
}

/** A colleague in a group beside that of the others, who sees neither their records nor those of their group. */
export async function aColleagueBeside(crm: TestCrm, of: TestUser): Promise<TestUser> {
  const [root] = await crm.sql`select min(id)::int as id from crm.role where company_id = ${of.companyId}`
  const [beside] = await crm.sql<{ id: number }[]>`
    insert into crm.role (company_id, parent_id, name) values (${of.companyId}, ${root?.id}, 'Beside') returning id`
  return crm.colleague(of, { roleId: beside?.id ?? 0 })
}
