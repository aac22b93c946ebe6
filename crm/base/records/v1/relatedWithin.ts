import type { Static } from 'typebox'
import type { ExpandedOrganization, ExpandedPerson, ExpandedUser } from './shape.ts'

type User = Static<typeof ExpandedUser>
type Person = Static<typeof ExpandedPerson>
type Organization = Static<typeof ExpandedOrganization>

/** An answer whose relations are written out. */
interface WrittenOut {
  user_id: User | number | null
  creator_user_id: User | number | null
  person_id: Person | number | null
  org_id: Organization | number | null
}

/** The related objects of one record, as `relatedObjects` finds them, out of its own answer: its relations say all of it. */
export function relatedWithin(record: WrittenOut): Record<string, unknown> {
  const users = [record.user_id, record.creator_user_id].filter(isWrittenOut)
  const persons = [record.person_id].filter(isWrittenOut)
  const organizations = [record.org_id].filter(isWrittenOut)
  return {
    ...(users.length > 0 && { user: byValue(users, relatedUser) }),
    ...(persons.length > 0 && { person: byValue(persons, relatedPerson) }),
    ...(organizations.length > 0 && { organization: byValue(organizations, relatedOrganization) }),
  }
}

function isWrittenOut<T extends object>(relation: T | number | null): relation is T {
  return typeof relation === 'object' && relation !== null
}

function byValue<T extends { value: number }>(relations: readonly T[], shown: (relation: T) => object): object {
  return Object.fromEntries(relations.map(relation => [relation.value, shown(relation)]))
}

function relatedUser({ value: id, name, email, has_pic, pic_hash, active_flag }: User) {
  return { id, name, email, has_pic: Number(has_pic), pic_hash, active_flag }
}

function relatedPerson({ value: id, active_flag, name, email, phone, owner_id }: Person) {
  return { active_flag, id, name, email, phone, owner_id }
}

function relatedOrganization({
  value: id,
  name,
  people_count,
  owner_id,
  address,
  active_flag,
  cc_email,
}: Organization) {
  return { id, name, people_count, owner_id, address, active_flag, cc_email }
}
