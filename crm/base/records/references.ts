import type { Crm } from '../api/context.ts'
import { doesNotExist } from './doesNotExist.ts'
import { referencesOfSeveral, referencesThere } from './referenceStore.ts'

/** Ids in a request body that name other records. */
export interface References {
  owner_id?: number | null | undefined
  person_id?: number | null | undefined
  org_id?: number | null | undefined
  currency?: string | undefined
}

/** What an update says anew: a record may keep the names it has, even of what is gone or out of sight by now. */
export function changed<Input extends object>(input: Input, stored: object): Partial<Input> {
  const before = stored as Partial<Input>
  const anew: Partial<Input> = {}
  for (const name in input) if (input[name] !== before[name]) anew[name] = input[name]
  return anew
}

/**
 * Refuses a reference to something that is not there or that the caller may not see, naming the field: `name` where
 * the caller calls it otherwise.
 */
export async function checkReferences(crm: Crm, references: References, name?: string): Promise<void> {
  const { owner_id = null, person_id = null, org_id = null, currency = null } = references
  if (owner_id === null && person_id === null && org_id === null && currency === null) return
  const named = { owner_id, person_id, org_id, currency }
  const found = crm.gather
    ? await crm.gather.call('references', named, all => referencesOfSeveral(crm, all))
    : await referencesThere(crm, named)
  for (const [column, there] of Object.entries(found)) {
    const field = name ?? column
    if (!there) throw doesNotExist(field, references[column as keyof References])
  }
}
