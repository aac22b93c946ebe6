import type { Address } from '../../base/records/address.ts'
import { recordStore } from '../../base/records/recordStore.ts'

export interface OrganizationRow {
  id: number
  name: string
  version: number
  visible_to: number
  is_deleted: boolean
  address: Address | null
  custom: Record<string, unknown>
}

export const {
  lock: lockOrganization,
  lockLive: lockLiveOrganization,
  require: requireOrganization,
} = recordStore<OrganizationRow>('organization')
