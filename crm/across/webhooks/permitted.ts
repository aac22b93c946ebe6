import type { OwnedEntity } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { SeenBy } from '../../base/records/told.ts'
import { type Guarded, guardedRecords, type People } from './permittedStore.ts'

type Access = Readonly<Record<string, number | string | null>>

/** Who may see records of a kind, each given by what decides it: the ids of users, in order. */
export async function permittedUsers(
  crm: Crm,
  people: People,
  seenBy: SeenBy,
  records: readonly Access[],
): Promise<(readonly number[])[]> {
  const linked = await linkedRecords(crm, seenBy, records)
  const known = new Map<string, readonly number[]>()
  return records.map(record => {
    const key = JSON.stringify(record)
    const ids = known.get(key) ?? permitted(people, seenBy, record, linked)
    known.set(key, ids)
    return ids
  })
}

type Linked = ReadonlyMap<OwnedEntity, ReadonlyMap<number | string, Guarded>>

async function linkedRecords(crm: Crm, { own, links = [] }: SeenBy, records: readonly Access[]): Promise<Linked> {
  const wanted: (readonly [string, OwnedEntity])[] = own ? [['id', own]] : [...links]
  const found = new Map<OwnedEntity, ReadonlyMap<number | string, Guarded>>()
  for (const [column, entity] of wanted) {
    const ids = [...new Set(records.map(record => record[column] ?? null).filter(id => id !== null))]
    if (ids.length > 0) found.set(entity, await guardedRecords(crm, entity, ids))
  }
  return found
}

function permitted(people: People, seenBy: SeenBy, record: Access, linked: Linked): readonly number[] {
  const { own, links = [], owner, pipeline } = seenBy
  const places: Guarded[] = []
  if (own) places.push(ofItself(record, linked.get(own)))
  for (const [column, entity] of links) {
    const id = record[column] ?? null
    const one = id === null ? undefined : linked.get(entity)?.get(id)
    if (one) places.push(one)
  }
  const rules = places.map(place => sees(people, place))
  const above = owner ? aboveOf(people, Number(record[owner])) : undefined
  return people.users
    .filter(user => {
      if (!user.active) return false
      if (user.is_admin) return true
      if (pipeline) return !people.hidden.has(`${user.role_id}/${record[pipeline]}`)
      if (above && (user.id === record[owner ?? ''] || above.has(user.role_id))) return true
      return rules.every(rule => rule(user))
    })
    .map(user => user.id)
}

/** By how it was then; followers are those of today. */
function ofItself(record: Access, now: ReadonlyMap<number | string, Guarded> | undefined): Guarded {
  const { id = null, owner_id, visible_to, pipeline_id } = record
  return {
    id: id ?? 0,
    owner_id: Number(owner_id),
    visible_to: Number(visible_to),
    pipeline_id: pipeline_id === undefined || pipeline_id === null ? null : Number(pipeline_id),
    followers: (id !== null && now?.get(id)?.followers) || [],
  }
}

/** The rule of `maySee`, from the side of the record. */
function sees(people: People, { owner_id, visible_to, pipeline_id, followers }: Guarded) {
  const role = people.users.find(user => user.id === owner_id)?.role_id
  const above = aboveOf(people, owner_id)
  const following = new Set(followers)
  return (user: People['users'][number]): boolean => {
    if (pipeline_id !== null && people.hidden.has(`${user.role_id}/${pipeline_id}`)) return false
    return (
      visible_to === 7 ||
      user.id === owner_id ||
      above.has(user.role_id) ||
      ((visible_to === 3 || visible_to === 5) && user.role_id === role) ||
      (visible_to === 5 && role !== undefined && isBelow(people, user.role_id, role)) ||
      following.has(user.id)
    )
  }
}

/** The groups above that of a user. */
function aboveOf({ users, parents }: People, userId: number): ReadonlySet<number> {
  const above = new Set<number>()
  const role = users.find(user => user.id === userId)?.role_id
  for (
    let parent = parentOf(parents, role);
    parent !== undefined && !above.has(parent);
    parent = parentOf(parents, parent)
  )
    above.add(parent)
  return above
}

function isBelow({ parents }: People, role: number, top: number): boolean {
  const seen = new Set<number>()
  for (
    let parent = parentOf(parents, role);
    parent !== undefined && !seen.has(parent);
    parent = parentOf(parents, parent)
  ) {
    if (parent === top) return true
    seen.add(parent)
  }
  return false
}

function parentOf(parents: People['parents'], role: number | undefined): number | undefined {
  return role === undefined ? undefined : (parents.get(role) ?? undefined)
}
