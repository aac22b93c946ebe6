import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { checkReferences } from '../../base/records/references.ts'
import type { ActivityInput } from './input.ts'
import { areThere } from './linkStore.ts'
import type { Participant } from './rules.ts'

/** Refuses links to what is not there or what the caller may not see, naming the field. */
export async function checkLinks(
  crm: Crm,
  input: Partial<ActivityInput>,
  before: readonly Participant[],
  participants: readonly Participant[],
): Promise<void> {
  await checkReferences(crm, input)
  const known = new Set(before.map(({ person_id }) => person_id))
  const added = participants.map(({ person_id }) => person_id).filter(id => !known.has(id))
  const { deal_id = null, lead_id = null, project_id = null, attendees = [] } = input
  const guests = { persons: present(attendees, 'person_id'), users: present(attendees, 'user_id') }
  const named = { deal_id, lead_id, project_id }
  const namesNone = Object.values(named).every(id => id === null)
  if (namesNone && added.length === 0 && attendees.length === 0) return
  const found = await areThere(crm, { ...named, participants: added, guests })
  for (const [field, there] of Object.entries(found)) if (!there) throw namesMissing(field, named)
}

function present<Key extends 'person_id' | 'user_id'>(rows: readonly Record<Key, number | null>[], key: Key): number[] {
  return [...new Set(rows.map(row => row[key]).filter(id => id !== null))]
}

/** Of a list it is not known which of its entries is the one. */
function namesMissing(field: string, ids: Record<string, number | string | null>) {
  if (field in ids) return doesNotExist(field, ids[field])
  return failure('invalid', `${field} names a person or user who does not exist`, { field })
}
