import { expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm

/** Whatever changes a user, with what the log then says it was before. */
const WAYS: [string, (user: TestUser) => Promise<unknown>, object][] = [
  ['switching off', user => owner.call('PUT', `/v1/users/${user.userId}`, { active_flag: false }), { active: true }],
  ['a new profile', user => user.call('PUT', '/app/api/users/me', { name: 'New' }), { name: 'Carl Colleague' }],
  ['becoming an admin of sales', user => becomeAdmin(user), { is_admin: false }],
  ['another role', user => moveTo(user, 'North'), { role_id: expect.any(Number) }],
  [
    'the end of the role',
    async user => {
      const role = await moveTo(user, 'South')
      return owner.call('DELETE', `/v1/roles/${role}`)
    },
    { role_id: expect.any(Number) },
  ],
]

test.each(WAYS)('%s is in the change log', async (_, change, before) => {
  const user = await crm.colleague(owner)

  await change(user)

  const lines = await crm.sql`
    select action, before, after from crm.change where entity = 'user' and entity_id = ${String(user.userId)} order by seq`
  expect(lines.at(-1)).toMatchObject({ action: 'updated', before, after: { id: user.userId } })
  const [field = ''] = Object.keys(before)
  expect(lines.at(-1)?.after[field]).not.toEqual(lines.at(-1)?.before[field])
})

async function becomeAdmin({ userId }: TestUser) {
  const [set] = await crm.sql`
    select id from crm.permission_set where company_id = ${owner.companyId} and app = 'sales' and type = 'admin'`
  return owner.call('PUT', `/app/api/users/${userId}/access`, [{ app: 'sales', permission_set_id: set?.id }])
}

async function moveTo({ userId }: TestUser, name: string): Promise<number> {
  const { id } = (await owner.call('POST', '/v1/roles', { name })).body.data
  await owner.call('POST', `/v1/roles/${id}/assignments`, { user_id: userId })
  return id
}
