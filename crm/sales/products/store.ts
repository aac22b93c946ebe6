import type { Crm } from '../../base/api/context.ts'
import { recordStore } from '../../base/records/recordStore.ts'
import type { Billing } from './billing.ts'

export interface ProductRow extends Billing {
  id: number
  name: string
  version: number
  visible_to: number
  is_deleted: boolean
  is_linkable: boolean
  custom: Record<string, unknown>
}

export const {
  lock: lockProduct,
  lockLive: lockLiveProduct,
  require: requireProduct,
} = recordStore<ProductRow>('product')

/** What a copy of a product has of it. */
export async function copiedColumns({ sql, actor }: Crm, id: number): Promise<Record<string, unknown> | undefined> {
  const [source] = await sql<Record<string, unknown>[]>`
    select name, code, description, unit, tax, category, is_linkable, visible_to, billing_frequency,
      billing_frequency_cycles, custom
    from crm.product where company_id = ${actor.companyId} and id = ${id}`
  return source
}
