import fc from 'fast-check'
import type { Right } from '../base/access/rights.ts'
import { userWithout } from './rightsOfUsers.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

export const KINDS = ['deal', 'person', 'organization', 'product', 'lead'] as const
export type Kind = (typeof KINDS)[number]

export const NOT_LEADS = KINDS.filter(kind => kind !== 'lead')

/** As paths have it. */
export const PLURAL: Record<Kind, string> = {
  deal: 'deals',
  person: 'persons',
  organization: 'organizations',
  product: 'products',
  lead: 'leads',
}

/** Rights that stand before some of the writes. */
const RIGHTS_OF_WRITES = [
  'can_delete_deals',
  'can_merge_deals',
  'can_convert_deals_to_leads',
  'can_edit_products',
  'can_merge_people',
  'can_bulk_edit_items',
] as const satisfies readonly Right[]

/** A company on paper: numbers are places in the lists. */
export interface Plan {
  /** The parent of each role but the first, which has none: an earlier one. */
  parents: readonly number[]
  /** For each role the pipelines that its users do not see. */
  hidden: readonly (readonly number[])[]
  users: readonly { role: number; admin: boolean; lacking: readonly Right[] }[]
  records: readonly PlannedRecord[]
}

export interface PlannedRecord {
  kind: Kind
  owner: number
  visible_to: 1 | 3 | 5 | 7
  followers: readonly number[]
  pipeline: number
}

const PIPELINES = 2

export const plans: fc.Arbitrary<Plan> = fc
  .record({ roles: fc.integer({ min: 2, max: 6 }), users: fc.integer({ min: 3, max: 5 }) })
  .chain(({ roles, users }) => {
    const user = fc.nat(users - 1)
    return fc.record({
      parents: fc.tuple(...Array.from({ length: roles - 1 }, (_, at) => fc.nat(at))),
      hidden: fc.array(fc.subarray([...Array(PIPELINES).keys()]), { minLength: roles, maxLength: roles }),
      users: fc.array(
        fc.record({
          role: fc.nat(roles - 1),
          admin: fc.integer({ min: 0, max: 5 }).map(number => number === 0),
          lacking: fc.subarray([...RIGHTS_OF_WRITES], { maxLength: 2 }),
        }),
        { minLength: users, maxLength: users },
      ),
      records: fc
        .array(
          fc.record({
            kind: fc.constantFrom(...KINDS),
            owner: user,
            visible_to: fc.constantFrom<1 | 3 | 5 | 7>(1, 3, 5, 7),
            followers: fc.subarray([...Array(users).keys()], { maxLength: 2 }),
            pipeline: fc.nat(PIPELINES - 1),
          }),
          { minLength: 14, maxLength: 14 },
        )
        // Every kind at least twice, so that there is something to merge.
        .map(records => records.map((record, at) => ({ ...record, kind: KINDS[at % KINDS.length] ?? record.kind }))),
    })
  })

/**
 * Whether a user may see a record, said in plain words of the plan: the yardstick for what the database decides.
 * 1: the owner, followers, members of groups above, admins. 3: the owner's group too. 5: and groups below. 7: everyone.
 * A deal is missing where its pipeline is hidden, except for admins. Leads have no followers.
 */
export function sees(plan: Plan, userAt: number, record: PlannedRecord): boolean {
  const user = plan.users[userAt]
  const owner = plan.users[record.owner]
  if (!user || !owner) return false
  if (user.admin) return true
  if (record.kind === 'deal' && plan.hidden[user.role]?.includes(record.pipeline)) return false
  if (userAt === record.owner || record.visible_to === 7) return true
  if (record.kind !== 'lead' && record.followers.includes(userAt)) return true
  if (ancestors(plan, owner.role).includes(user.role)) return true
  if (record.visible_to >= 3 && user.role === owner.role) return true
  return record.visible_to === 5 && ancestors(plan, user.role).includes(owner.role)
}

function ancestors({ parents }: Plan, role: number): number[] {
  if (role === 0) return []
  const parent = parents[role - 1] ?? 0
  return [parent, ...ancestors({ parents } as Plan, parent)]
}

export interface World {
  plan: Plan
  users: readonly TestUser[]
  records: readonly (PlannedRecord & { id: number | string })[]
  pipelines: readonly number[]
  notes: readonly { id: number; on: readonly PlannedRecord[] }[]
  /** One more record that the same people see; its id. */
  copyOf(record: PlannedRecord): Promise<number | string>
}

/** In the name of every record. */
export const TERM = 'zebra'

/** What the deal at a place of the plan is worth: each sum of deals tells which ones it is made of. */
export const worth = (at: number) => 2 ** at

/** The company of a plan, in the database. */
export async function build(crm: TestCrm, plan: Plan): Promise<World> {
  const { sql } = crm
  const of = await crm.company()
  const { companyId } = of
  const [root] = await sql<{ id: number }[]>`select min(id) as id from crm.role where company_id = ${companyId}`
  const roles = [Number(root?.id)]
  for (const [at, parent] of plan.parents.entries()) {
    const [role] = await sql<{ id: number }[]>`
      insert into crm.role (company_id, parent_id, name) values (${companyId}, ${roles[parent] ?? null}, ${`Role ${at}`})
      returning id`
    roles.push(Number(role?.id))
  }
  const stages = await twoPipelines(of)
  for (const [role, hidden] of plan.hidden.entries())
    for (const at of hidden)
      await sql`insert into crm.role_hidden_pipeline (company_id, role_id, pipeline_id)
        values (${companyId}, ${roles[role] ?? 0}, ${stages[at]?.pipeline_id ?? 0})`
  const users: TestUser[] = []
  for (const { role, admin, lacking } of plan.users) {
    const roleId = roles[role]
    users.push(
      admin
        ? await crm.colleague(of, { admin, ...(roleId !== undefined && { roleId }) })
        : await userWithout(crm, lacking, { roleId, of }),
    )
  }
  const [person] = await sql<{ id: number }[]>`
    insert into crm.person (company_id, name, owner_id, visible_to) values (${companyId}, 'Open Otto', ${of.userId}, 7)
    returning id`
  async function add(record: PlannedRecord, at: number): Promise<number | string> {
    const owner_id = users[record.owner]?.userId ?? 0
    const stage = stages[record.pipeline]
    const name = `${TERM} ${at}`
    const titled = { title: name, creator_id: owner_id, person_id: person?.id }
    const values = {
      deal: { ...titled, pipeline_id: stage?.pipeline_id, stage_id: stage?.id, currency: 'EUR', value: worth(at) },
      lead: titled,
      person: { name },
      organization: { name },
      product: { name },
    }[record.kind]
    const [row] = await sql<{ id: number | string }[]>`
      insert into crm.${sql(record.kind)} ${sql({ company_id: companyId, owner_id, visible_to: record.visible_to, ...values })}
      returning id`
    const id = row?.id ?? 0
    for (const follower of record.kind === 'lead' ? [] : record.followers)
      await sql`insert into crm.follower (company_id, entity, entity_id, user_id)
        values (${companyId}, ${record.kind}, ${id}, ${users[follower]?.userId ?? 0})`
    return id
  }
  const records: (PlannedRecord & { id: number | string })[] = []
  for (const [at, record] of plan.records.entries()) records.push({ ...record, id: await add(record, at) })
  const notes = await notesOn(crm, of, records)
  const copyOf = (record: PlannedRecord) => add(record, 0)
  return { plan, users, records, pipelines: stages.map(stage => stage.pipeline_id), notes, copyOf }
}

const LINK = { deal: 'deal_id', person: 'person_id', organization: 'org_id', lead: 'lead_id' } as const

/** A note on each record that can have one, and one on it and the next of another kind. */
async function notesOn({ sql }: TestCrm, of: TestUser, records: World['records']): Promise<World['notes']> {
  const notes: { id: number; on: World['records'] }[] = []
  const noted = records.flatMap(record => (record.kind === 'product' ? [] : [{ ...record, link: LINK[record.kind] }]))
  for (const [at, record] of noted.entries()) {
    const next = noted.slice(at + 1).find(other => other.kind !== record.kind)
    for (const on of [[record], [record, ...(next ? [next] : [])]]) {
      const links = Object.fromEntries(on.map(({ link, id }) => [link, id]))
      const [note] = await sql<{ id: number }[]>`
        insert into crm.note ${sql({ company_id: of.companyId, user_id: of.userId, content: 'Note', ...links })} returning id`
      notes.push({ id: note?.id ?? 0, on })
    }
  }
  return notes
}

interface Stage {
  id: number
  pipeline_id: number
}

async function twoPipelines(owner: TestUser): Promise<Stage[]> {
  const [first] = (await owner.call('GET', '/v2/stages')).body.data
  const made = await owner.call('POST', '/v2/pipelines', { name: 'Second' })
  const second = await owner.call('POST', '/v2/stages', { name: 'Only', pipeline_id: made.body.data.id })
  return [first, second.body.data]
}
