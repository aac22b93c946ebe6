import { expect } from 'vitest'
import type { TestUser } from './startTestCrm.ts'
import { KINDS, type Kind, NOT_LEADS, PLURAL, TERM, type World, worth } from './visibilityWorld.ts'

const RESULT = { deal: 'deal', person: 'person', organization: 'organization', product: 'product', lead: 'lead' }

export type Ids = (number | string)[]

interface ReadPath {
  kinds: readonly Kind[]
  ids(user: TestUser, kind: Kind, world: World): Promise<Ids>
}

export async function data(user: TestUser, path: string) {
  const { status, body } = await user.call('GET', path)
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  return body
}

export const idsOf = (items: { id: number | string }[] | null) => (items ?? []).map(item => item.id)
const itemsOf = (items: { item: { id: number | string; type: string } }[], kind: Kind) =>
  items.filter(({ item }) => item.type === RESULT[kind]).map(({ item }) => item.id)

/** Every way to read records of a kind: what of them a user is told. */
export const READS: Record<string, ReadPath> = {
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
  'app flow': {
    kinds: ['lead', 'product'],
    ids: (user, kind, world) => gotten(user, kind, world, id => `/app/api/${PLURAL[kind]}/${id}/flow`),
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
