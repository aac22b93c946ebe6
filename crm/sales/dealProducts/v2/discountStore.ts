import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../../base/api/context.ts'
import type { DiscountType } from '../shape.ts'
import type { Discount } from './shape.ts'

export async function selectDiscounts({ sql, actor }: Crm, dealId: number, id?: string): Promise<Discount[]> {
  return sql<Discount[]>`
    select id, type, amount::float8, description, deal_id, crm.time_ms(created_at) as created_at, created_by,
      crm.time_ms(coalesce(updated_at, created_at)) as updated_at, coalesce(updated_by, created_by) as updated_by
    from crm.deal_discount
    where company_id = ${actor.companyId} and deal_id = ${dealId} ${id ? sql`and id = ${id}` : sql``}
    order by crm.deal_discount.created_at, id`
}

export async function insertDiscount(
  { sql, actor, now }: Crm,
  dealId: number,
  given: Pick<Discount, 'description' | 'amount' | 'type'>,
): Promise<string> {
  const [added] = await sql<{ id: string }[]>`
    insert into crm.deal_discount ${sql({
      company_id: actor.companyId,
      deal_id: dealId,
      ...given,
      created_at: now,
      created_by: actor.userId,
      updated_at: now,
      updated_by: actor.userId,
    })} returning id`
  if (!added) throw new Error('inserting a discount returned nothing')
  return added.id
}

interface DiscountChange {
  description?: string | undefined
  amount?: number | undefined
  type?: DiscountType | undefined
}

/** Returns what the discount comes to after the change. */
export async function changeDiscount(
  { sql, actor, now }: Crm,
  dealId: number,
  id: string,
  { description, amount, type }: DiscountChange,
): Promise<{ type: DiscountType; amount: number }> {
  const [changed] = await sql<{ type: DiscountType; amount: string }[]>`
    update crm.deal_discount set updated_at = ${now}, updated_by = ${actor.userId},
      description = coalesce(${description ?? null}, description), type = coalesce(${type ?? null}, type),
      amount = coalesce(${amount ?? null}::numeric, amount)
    where company_id = ${actor.companyId} and deal_id = ${dealId} and id = ${id} returning type, amount`
  if (!changed) throw failure('missing', 'Discount not found')
  return { type: changed.type, amount: Number(changed.amount) }
}

/** Returns the description it had. */
export async function deleteDiscount({ sql, actor }: Crm, dealId: number, id: string): Promise<string> {
  const [gone] = await sql<{ description: string }[]>`
    delete from crm.deal_discount where company_id = ${actor.companyId} and deal_id = ${dealId} and id = ${id}
    returning description`
  if (!gone) throw failure('missing', 'Discount not found')
  return gone.description
}
