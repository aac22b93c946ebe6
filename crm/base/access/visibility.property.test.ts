import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyRow } from '../../testing/everyRow.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { build, KINDS, type Kind, plans, sees, TERM, type World, worth } from '../../testing/visibilityWorld.ts'
import type { Right } from './rights.ts'

/**
 * Random trees of groups, people, permission sets and records: on every way to read, a person gets what the rule in
 * plain words says (`sees`), and on every way to write a record that the rule hides is missing.
 */
const crm = await startTestCrm()

// Each run is a company of its own and some hundred calls, so a counterexample is not made smaller.
const FEW_RUNS = { numRuns: 3, seed: Number(process.env.PORTICO_TEST_SEED ?? 7), endOnFailure: true }

const PLURAL: Record<Kind, string> = {
  deal: 'deals',
  person: 'persons',
  organization: 'organizations',
  product: 'products',
  lead: 'leads',
}
const RESULT = { deal: 'deal', person: 'person', organization: 'organization', product: 'product', lead: 'lead' }

type Ids = (number | string)[]

interface ReadPath {
  kinds: readonly Kind[]
  ids(user: TestUser, kind: Kind, world: World): Promise<Ids>
}

async function data(user: TestUser, path: string) {
  const { status, body } = await user.call('GET', path)
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  return body
}

const idsOf = (items: { id: number | string }[] | null) => (items ?? []).map(item => item.id)
const itemsOf = (items: { item: { id: number | string; type: string } }[], kind: Kind) =>
  items.filter(({ item }) => item.type === RESULT[kind]).map(({ item }) => item.id)

const NOT_LEADS = KINDS.filter(kind => kind !== 'lead')

const READS: Record<string, ReadPath> = {
  'v1 list': {
    kinds: KINDS,
    ids: async (user, kind) => idsOf((await data(user, `/v1/${PLURAL[kind]}?limit=500`)).data),
  },
  'v2 list': {
    kinds: NOT_LEADS,
    ids: async (user, kind) => idsOf((await data(user, `/v2/${PLURAL[kind]}?limit=500`)).data),
  },
  'v1 search': {
    kinds: KINDS,
    ids: async (user, kind) =>
      itemsOf((await data(user, `/v1/${PLURAL[kind]}/search?term=${TERM}&limit=100`)).data.items, kind),
  },
  'v2 search': {
    kinds: KINDS,
    ids: async (user, kind) =>
      itemsOf((await data(user, `/v2/${PLURAL[kind]}/search?term=${TERM}&limit=100`)).data.items, kind),
  },
  'v1 search of everything': {
    kinds: KINDS,
    ids: async (user, kind) => itemsOf((await data(user, `/v1/itemSearch?term=${TERM}&limit=100`)).data.items, kind),
  },
  'v2 search of everything': {
    kinds: KINDS,
    ids: async (user, kind) => itemsOf((await data(user, `/v2/itemSearch?term=${TERM}&limit=100`)).data.items, kind),
  },
  'v1 search of a field': {
    kinds: ['deal'],
    async ids(user) {
      const asked = `term=${TERM}&field_type=dealField&field_key=title&return_item_ids=true`
      return idsOf((await data(user, `/v1/itemSearch/field?${asked}`)).data)
    },
  },
  'v1 get': { kinds: KINDS, ids: (user, kind, world) => gotten(user, kind, world, id => `/v1/${PLURAL[kind]}/${id}`) },
  'v2 get': {
    kinds: NOT_LEADS,
    ids: (user, kind, world) => gotten(user, kind, world, id => `/v2/${PLURAL[kind]}/${id}`),
  },
  'v2 followers': {
    kinds: NOT_LEADS,
    ids: (user, kind, world) => gotten(user, kind, world, id => `/v2/${PLURAL[kind]}/${id}/followers`),
  },
  'v1 flow': {
    kinds: ['deal', 'person', 'organization'],
    ids: (user, kind, world) => gotten(user, kind, world, id => `/v1/${PLURAL[kind]}/${id}/flow`),
  },
  'v1 pipelines': {
    kinds: ['deal'],
    async ids(user, _, { pipelines }) {
      const lists = await Promise.all(pipelines.map(id => user.call('GET', `/v1/pipelines/${id}/deals?everyone=1`)))
      return lists.flatMap(({ status, body }) => (status === 404 ? [] : idsOf(body.data)))
    },
  },
  'sum of all deals': {
    kinds: ['deal'],
    ids: async (user, _, world) => summed(world, (await data(user, '/v1/deals/summary')).data.values_total.EUR),
  },
  'sums of pipelines': {
    kinds: ['deal'],
    async ids(user, _, world) {
      const answers = await Promise.all(world.pipelines.map(id => user.call('GET', `/v1/pipelines/${id}`)))
      const sums = answers.flatMap(({ status, body }) => (status === 404 ? [] : [body.data.deals_summary]))
      return sums.flatMap(sum => summed(world, sum.per_currency_full.EUR))
    },
  },
}

/** Ids of those that are there for a caller who asks for each. */
async function gotten(user: TestUser, kind: Kind, { records }: World, path: (id: number | string) => string) {
  const found: Ids = []
  for (const { kind: its, id } of records) {
    if (its !== kind) continue
    const { status } = await user.call('GET', path(id))
    expect([200, 404], path(id)).toContain(status)
    if (status === 200) found.push(id)
  }
  return found
}

/** The deals that a sum is made of: each is worth another power of two. */
function summed({ records }: World, total: { value: number; count: number } | undefined): Ids {
  const value = total?.value ?? 0
  const ids = records.flatMap(({ id }, at) => (Math.floor(value / worth(at)) % 2 === 1 ? [id] : []))
  expect(total?.count ?? 0).toBe(ids.length)
  return ids
}

test('every way to read gives what the rule says', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(plans, async plan => {
      const world = await build(crm, plan)
      const wrong: unknown[] = []
      for (const [at, user] of world.users.entries())
        for (const [name, { kinds, ids }] of Object.entries(READS))
          for (const kind of kinds) {
            const expected = idsOf(world.records.filter(record => record.kind === kind && sees(plan, at, record)))
            const known = idsOf(world.records.filter(record => record.kind === kind))
            const told = (await ids(user, kind, world)).filter(id => known.includes(id))
            if (!same(told, expected)) wrong.push({ name, kind, user: at, told, expected })
          }
      expect(wrong).toEqual([])
      expect(await permitted(world)).toEqual([])
      expect(await notesSeen(world)).toEqual([])
    }),
    FEW_RUNS,
  ),
)

/** A note is listed and found by those who see all records it is on. */
async function notesSeen({ plan, users, notes }: World): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const [at, user] of users.entries()) {
    const expected = idsOf(notes.filter(({ on }) => on.every(record => sees(plan, at, record))))
    const listed = idsOf((await data(user, '/v1/notes?limit=500')).data)
    const found: Ids = []
    for (const { id } of notes) if ((await user.call('GET', `/v1/notes/${id}`)).status === 200) found.push(id)
    if (!same(listed, expected) || !same(found, expected)) wrong.push({ user: at, listed, found, expected })
  }
  return wrong
}

/** `permittedUsers` asks the same from the side of the record; whoever sees it is told the same. */
async function permitted({ plan, users, records }: World): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const { id, ...record } of records) {
    const who = users.flatMap((user, at) => (sees(plan, at, record) ? [user] : []))
    const [asking] = who
    if (!asking) continue
    const { data: told } = await data(asking, `/v1/${PLURAL[record.kind]}/${id}/permittedUsers`)
    const mine = (told as number[]).filter(userId => users.some(user => user.userId === userId))
    if (
      !same(
        mine,
        who.map(user => user.userId),
      )
    )
      wrong.push({ id, record, mine, who: who.map(user => user.userId) })
  }
  return wrong
}

function same(one: Ids, other: Ids): boolean {
  return one.length === other.length && [...one].map(String).sort().join() === [...other].map(String).sort().join()
}

type Sent = [method: string, path: string, body?: object]

interface Write {
  kind: Kind
  rights?: readonly Right[]
  /** Leaves the record, its links and who sees it as they are. */
  harmless?: true
  /** Names a record that is not there: good for refusals alone. */
  onlyRefused?: true
  sent(id: number | string, other: number | string, user: TestUser): Sent
}

const named = (kind: Kind) =>
  kind === 'deal' || kind === 'lead' ? { title: `${TERM} again` } : { name: `${TERM} again` }

const CHANGES: Write[] = [
  ...NOT_LEADS.flatMap((kind): Write[] => {
    const edits: { rights?: readonly Right[] } = kind === 'product' ? { rights: ['can_edit_products'] } : {}
    const deletes: { rights?: readonly Right[] } = kind === 'deal' ? { rights: ['can_delete_deals'] } : edits
    return [
      { kind, ...edits, harmless: true, sent: id => ['PATCH', `/v2/${PLURAL[kind]}/${id}`, named(kind)] },
      { kind, ...edits, harmless: true, sent: id => ['PUT', `/v1/${PLURAL[kind]}/${id}`, named(kind)] },
      { kind, ...deletes, sent: id => ['DELETE', `/v2/${PLURAL[kind]}/${id}`] },
      { kind, ...deletes, sent: id => ['DELETE', `/v1/${PLURAL[kind]}/${id}`] },
      { kind, sent: (id, _, user) => ['POST', `/v2/${PLURAL[kind]}/${id}/followers`, { user_id: user.userId }] },
      { kind, sent: (id, _, user) => ['POST', `/v1/${PLURAL[kind]}/${id}/followers`, { user_id: user.userId }] },
    ]
  }),
  { kind: 'lead', harmless: true, sent: id => ['PATCH', `/v1/leads/${id}`, named('lead')] },
  { kind: 'lead', sent: id => ['DELETE', `/v1/leads/${id}`] },
  { kind: 'lead', sent: id => ['POST', `/v2/leads/${id}/convert/deal`, {}] },
  { kind: 'deal', rights: ['can_convert_deals_to_leads'], sent: id => ['POST', `/v2/deals/${id}/convert/lead`, {}] },
  { kind: 'deal', rights: ['can_delete_deals', 'can_bulk_edit_items'], sent: id => ['DELETE', `/v1/deals?ids=${id}`] },
  { kind: 'deal', sent: id => ['POST', `/v1/deals/${id}/duplicate`, {}] },
  {
    kind: 'deal',
    onlyRefused: true,
    sent: id => ['POST', `/v2/deals/${id}/products`, { product_id: 1, item_price: 1, quantity: 1 }],
  },
  { kind: 'deal', onlyRefused: true, sent: id => ['POST', `/v1/deals/${id}/participants`, { person_id: 1 }] },
  {
    kind: 'product',
    rights: ['can_edit_products'],
    sent: id => ['POST', `/v2/products/${id}/variations`, { name: 'x' }],
  },
  { kind: 'product', sent: id => ['POST', `/v2/products/${id}/duplicate`, {}] },
  { kind: 'person', rights: ['can_bulk_edit_items'], sent: id => ['DELETE', `/v1/persons?ids=${id}`] },
  merge('deal', 'can_merge_deals'),
  merge('person', 'can_merge_people'),
  merge('organization'),
]

function merge(kind: Kind, right?: Right): Write {
  return {
    kind,
    ...(right && { rights: [right] }),
    sent: (id, other) => ['PUT', `/v1/${PLURAL[kind]}/${id}/merge`, { merge_with_id: other }],
  }
}

test(
  'every way to write takes a record that the rule hides for one that is not there, and is open to those who see it',
  { timeout: 120_000 },
  () =>
    fc
      .assert(
        fc.asyncProperty(plans, async plan => {
          const world = await build(crm, plan)
          const wrong: unknown[] = []
          const tell = async (user: TestUser, [method, path, body]: Sent, expected: number | 'done') => {
            const { status } = await user.call(method, path, body)
            if (expected === 'done' ? status >= 300 : status !== expected)
              wrong.push({ method, path, status, expected })
          }
          const before = await everyRow(crm)
          for (const [at, user] of world.users.entries())
            for (const record of world.records)
              for (const write of CHANGES.filter(({ kind }) => kind === record.kind)) {
                const other = world.records.find(({ kind, id }) => kind === record.kind && id !== record.id)?.id ?? 0
                const refused = refusal(world, at, write, record)
                if (refused) await tell(user, write.sent(record.id, other, user), refused)
              }
          expect(wrong).toEqual([])
          expect(await everyRow(crm)).toEqual(before)

          for (const [at, user] of world.users.entries())
            for (const record of world.records)
              for (const write of CHANGES.filter(({ kind, harmless }) => harmless && kind === record.kind))
                if (!refusal(world, at, write, record)) await tell(user, write.sent(record.id, 0, user), 'done')

          // Each of the others once, by whoever may, on a record of its own: what it leaves behind is in nobody's way.
          for (const [nr, write] of CHANGES.filter(
            ({ harmless, onlyRefused }) => !harmless && !onlyRefused,
          ).entries()) {
            const allowed = world.users.flatMap((user, at) =>
              world.records.flatMap(record => (mayWrite(world, at, write, record) ? [{ user, record }] : [])),
            )
            const { user, record } = allowed[nr % Math.max(1, allowed.length)] ?? {}
            if (!user || !record) continue
            const [id, other] = [await world.copyOf(record), await world.copyOf(record)]
            await tell(user, write.sent(id, other, user), 'done')
            done.add(`${write.kind} ${nr}`)
          }
          expect(wrong).toEqual([])
        }),
        FEW_RUNS,
      )
      .then(() =>
        expect(done.size).toBe(CHANGES.filter(({ harmless, onlyRefused }) => !harmless && !onlyRefused).length),
      ),
)

/** The writes that somebody who may was let do, in any of the runs. */
const done = new Set<string>()

/** Whether it is done: a new deal needs a pipeline that its maker sees. */
function mayWrite(world: World, at: number, write: Write, record: World['records'][number]): boolean {
  const user = world.plan.users[at]
  if (record.kind !== write.kind || !user || refusal(world, at, write, record)) return false
  return user.admin || (world.plan.hidden[user.role]?.length ?? 0) < world.pipelines.length
}

/** Rights come before visibility; admins have them all. */
function refusal({ plan }: World, at: number, { rights = [] }: Write, record: World['records'][number]): number {
  const user = plan.users[at]
  if (user && !user.admin && rights.some(right => user.lacking.includes(right))) return 403
  return sees(plan, at, record) ? 0 : 404
}

test('nothing is moved into a pipeline that is hidden, and a survivor of a merge has to be seen', async () => {
  const world = await build(crm, {
    parents: [0],
    hidden: [[], [1]],
    users: [
      { role: 0, admin: false, lacking: [] },
      { role: 1, admin: false, lacking: [] },
    ],
    records: [
      { kind: 'deal', owner: 1, visible_to: 7, followers: [], pipeline: 0 },
      { kind: 'deal', owner: 1, visible_to: 7, followers: [], pipeline: 1 },
      { kind: 'lead', owner: 1, visible_to: 7, followers: [], pipeline: 0 },
    ],
  })
  const [above, below] = world.users
  const [seen, hidden, lead] = world.records
  const [, pipeline] = world.pipelines
  const stage = (await above?.call('GET', `/v2/stages?pipeline_id=${pipeline}`))?.body.data[0].id
  const tries: Sent[] = [
    ['POST', '/v2/deals', { title: 'New', pipeline_id: pipeline }],
    ['POST', '/v1/deals', { title: 'New', stage_id: stage }],
    ['PATCH', `/v2/deals/${seen?.id}`, { stage_id: stage }],
    ['PUT', `/v1/deals/${seen?.id}`, { pipeline_id: pipeline }],
    ['PUT', `/v1/deals/${seen?.id}/merge`, { merge_with_id: hidden?.id }],
    ['POST', `/v2/leads/${lead?.id}/convert/deal`, { stage_id: stage }],
    ['POST', '/v2/activities', { subject: 'About it', deal_id: hidden?.id }],
  ]
  const before = await everyRow(crm)

  const statuses = await Promise.all(tries.map(async sent => (await below?.call(...sent))?.status))

  expect(statuses).toEqual(tries.map(() => 400))
  expect(await everyRow(crm)).toEqual(before)
  expect((await below?.call('GET', `/v1/pipelines/${pipeline}`))?.status).toBe(404)
  expect((await above?.call('GET', `/v1/pipelines/${pipeline}`))?.status).toBe(200)
})
