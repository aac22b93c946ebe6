import { recordStore } from '../../base/records/recordStore.ts'
import type { Billing } from './billing.ts'

export interface ProductRow extends Billing {
  id: number
  name: string
  version: number
  is_deleted: boolean
  is_linkable: boolean
  custom: Record<string, unknown>
}

export const {
  lock: lockProduct,
  lockLive: lockLiveProduct,
  require: requireProduct,
} = recordStore<ProductRow>('product')
