import type { Address } from '../../base/records/address.ts'
import { recordStore } from '../../base/records/recordStore.ts'
import type { PersonName } from './rules.ts'

export interface PersonRow extends PersonName {
  id: number
  version: number
  visible_to: number
  is_deleted: boolean
  picture_id: number | null
  postal_address: Address | null
  custom: Record<string, unknown>
}

export const { lock: lockPerson, lockLive: lockLivePerson, require: requirePerson } = recordStore<PersonRow>('person')
