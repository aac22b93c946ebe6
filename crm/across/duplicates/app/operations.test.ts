import { expect, test } from 'vitest'
import { anOrganization, aPerson } from '../../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'
import type { DuplicatePair } from './shape.ts'

const crm = await startTestCrm()

async function pairsOf(user: TestUser, kind = 'person'): Promise<DuplicatePair[]> {
  const found: DuplicatePair[] = []
  for (let cursor = '', calls = 0; calls < 50; calls++) {
    const { status, body } = await user.call('GET', `/app/api/duplicates?kind=${kind}${cursor}`)
    expect([status, body.error]).toEqual([200, undefined])
    found.push(...body.data)
    if (!body.additional_data.next_cursor) return found
    cursor = `&cursor=${body.additional_data.next_cursor}`
  }
  throw new Error('it does not end')
}
const idsOf = (pairs: readonly DuplicatePair[]) => pairs.map(({ first, second }) => [first.id, second.id])
const separate = (user: TestUser, kind: string, ids: readonly number[], is_separate = true) =>
  user.call('PUT', '/app/api/duplicates', { kind, ids, is_separate })

test('people of the same name and the same e-mail, phone or organization are pairs; the same name alone is none', async () => {
  const user = await crm.company()
  const acme = (await anOrganization(user, { name: 'Acme' })).id
  const mail = (value: string) => ({ emails: [{ value, primary: true }] })
  const one = await aPerson(user, { name: 'Ada Byron', org_id: acme, ...mail('ada@example.com') })
  const two = await aPerson(user, { name: 'ada byron', org_id: acme })
  const three = await aPerson(user, { name: 'ADA BYRON', ...mail('ADA@example.com') })
  await aPerson(user, { name: 'Ada Byron' })
  const dial = (value: string) => ({ phones: [{ value, primary: true }] })
  const four = await aPerson(user, { name: 'Bob', ...dial('+49 30 123456') })
  const five = await aPerson(user, { name: 'Bob', ...dial('+49-30-12-34-56') })
  await aPerson(user, { name: 'Zed', org_id: acme })

  const pairs = await pairsOf(user)

  expect(idsOf(pairs)).toEqual([
    [one.id, two.id],
    [one.id, three.id],
    [four.id, five.id],
  ])
  expect(pairs.map(pair => pair.same)).toEqual([
    ['name', 'organization'],
    ['name', 'email'],
    ['name', 'phone'],
  ])
  expect(pairs[0]?.first).toMatchObject({ name: 'Ada Byron', organization_name: 'Acme', emails: ['ada@example.com'] })
})

test('a pair that is kept separate is not offered again, to nobody, until that is taken back', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const [one, two] = [
    (await anOrganization(user, { name: 'Twin' })).id,
    (await anOrganization(user, { name: 'TWIN' })).id,
  ]
  expect(idsOf(await pairsOf(user, 'organization'))).toEqual([[one, two]])

  expect((await separate(user, 'organization', [two, one])).status).toBe(200)
  expect((await separate(user, 'organization', [one, two])).status).toBe(200)

  expect(await pairsOf(colleague, 'organization')).toEqual([])
  await separate(user, 'organization', [one, two], false)
  expect(idsOf(await pairsOf(colleague, 'organization'))).toEqual([[one, two]])
})

test('hidden and deleted records are in no pair; 400, 403 and 404 for what cannot be kept separate', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const made = async (more: object = {}): Promise<number> => (await anOrganization(user, { name: 'Same', ...more })).id
  const [open, hidden, gone] = [await made(), await made({ visible_to: 1 }), await made()]
  await user.call('DELETE', `/v2/organizations/${gone}`)

  expect(await pairsOf(colleague, 'organization')).toEqual([])
  expect(idsOf(await pairsOf(user, 'organization'))).toEqual([[open, hidden]])
  expect((await separate(colleague, 'organization', [open, hidden])).status).toBe(404)
  expect((await separate(user, 'organization', [open, gone])).status).toBe(404)
  expect((await separate(user, 'organization', [open, open])).status).toBe(400)
  expect((await user.call('GET', '/app/api/duplicates?kind=person&cursor=bm9uZQ')).status).toBe(400)
  await takeRights(crm, colleague, 'can_merge_organizations')
  await expect.poll(async () => (await separate(colleague, 'organization', [open, hidden])).status).toBe(403)
})

test('every call looks through a part by the index of names, also where thousands have one name', async () => {
  const user = await crm.company()
  await crm.sql`
    insert into crm.organization (company_id, name, owner_id, visible_to)
    select ${user.companyId}, case when n <= 300 then 'Unknown' else 'Org ' || (n / 2) end, ${user.userId}, 7
    from generate_series(1, 12000) n`
  await crm.sql`analyze crm.organization`
  const first = (await user.call('GET', '/app/api/duplicates?kind=organization')).body

  expect(first.data).toHaveLength(100)
  expect(first.additional_data.next_cursor).not.toBeNull()
  const [plan] = await crm.sql`explain (format json)
    select s.id, o.id from (select * from crm.organization p where p.company_id = ${user.companyId} and not p.is_deleted
      order by lower(p.name), p.id limit 5000) s
    cross join lateral (select n.* from crm.organization n where n.company_id = ${user.companyId} and not n.is_deleted
      and lower(n.name) = lower(s.name) and n.id > s.id order by n.id limit 20) o`
  // On several machines an index has the number of its shard at the end of its name.
  const nodes = JSON.stringify(plan)
    .match(/"Index Name": ?"\w+"|"Node Type": ?"(Seq Scan|Sort)"/g)
    ?.map(node => node.replace(/_\d+"$/, '"'))
  expect(new Set(nodes)).toEqual(new Set(['"Index Name":"organization_by_name"']))
})
