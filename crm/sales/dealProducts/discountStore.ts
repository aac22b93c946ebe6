import type { Crm } from '../../base/api/context.ts'
import { logChange } from '../../base/changes/logStore.ts'
import type { DiscountType } from './shape.ts'

/** The discounts of a deal on another: what a merge hands on, and a copy begins with. */

interface DiscountRow {
  id: string
  deal_id: number
  type: DiscountType
  amount: number
  description: string
}

export async function moveDiscounts(crm: Crm, from: number, to: number): Promise<void> {
  const { sql, actor, now } = crm
  const moved = await sql<DiscountRow[]>`
    update crm.deal_discount set deal_id = ${to}, updated_at = ${now}, updated_by = ${actor.userId}
    where company_id = ${actor.companyId} and deal_id = ${from}
    returning id, deal_id, type, amount::float8, description`
  await logDiscounts(crm, 'updated', moved)
}

export async function copyDiscounts(crm: Crm, from: number, to: number): Promise<void> {
  const { sql, actor, now } = crm
  const copied = await sql<DiscountRow[]>`
    insert into crm.deal_discount (company_id, deal_id, type, amount, description, created_by, created_at, updated_by, updated_at)
    select company_id, ${to}, type, amount, description, ${actor.userId}, ${now}, ${actor.userId}, ${now}
    from crm.deal_discount where company_id = ${actor.companyId} and deal_id = ${from} order by created_at, id
    returning id, deal_id, type, amount::float8, description`
  await logDiscounts(crm, 'added', copied)
}

async function logDiscounts(crm: Crm, action: 'added' | 'updated', discounts: readonly DiscountRow[]) {
  for (const { id, ...facts } of discounts) await logChange(crm, 'deal_discount', id, action, facts)
}
