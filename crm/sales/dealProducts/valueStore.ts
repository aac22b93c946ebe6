import { fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'

/** Whether the products of a deal decide its value, so that it cannot be written by hand. */
export async function hasEnabledProducts(crm: Crm, dealId: number): Promise<boolean> {
  if (crm.gather) return crm.gather.call('enabled products', dealId, ids => haveEnabledProducts(crm, ids))
  const [found] = await haveEnabledProducts(crm, [dealId])
  return found ?? false
}

async function haveEnabledProducts({ sql, actor }: Crm, dealIds: readonly number[]): Promise<boolean[]> {
  const rows = await sql<{ deal_id: number }[]>`
    select distinct x.deal_id from crm.deal_product x
    where x.company_id = ${actor.companyId} and x.deal_id = any(${dealIds}::bigint[]) and x.is_enabled`
  const found = new Set(rows.map(row => row.deal_id))
  return dealIds.map(id => found.has(id))
}

/**
 * Of a deal that is about to be written: whether nothing but the caller decides its value. The function looks at what is
 * committed once the deal is locked, not at what was when the statement began: products are added with the deal locked.
 */
export const WITHOUT_PRODUCTS = fragment`not crm.has_enabled_products(old.company_id, old.id)`

/** Decimal numbers as PostgreSQL writes them, so that nothing is lost on the way back. */
export interface Worth {
  value: string
  arr: string | null
  mrr: string | null
  acv: string | null
  changed: boolean
}

/** What the products of a deal make it worth, less its discounts; nothing when there is no such deal. */
export async function worthOf({ sql, actor }: Crm, dealId: number): Promise<Worth | undefined> {
  const [worth] = await sql<Worth[]>`
    with deal as (
      select d.id, d.company_id, d.value, d.arr, d.mrr, d.acv, coalesce(money.decimal_points, 2) as decimals
      from crm.deal d left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
      where d.company_id = ${actor.companyId} and d.id = ${dealId}
    ), line as (
      select crm.bills_a_year(x.billing_frequency) as yearly, x.billing_frequency_cycles as cycles,
        crm.line_sum(x.item_price, x.quantity, x.discount, x.discount_type, x.tax, x.tax_method, deal.decimals) as cost
      from deal join crm.deal_product x on x.company_id = deal.company_id and x.deal_id = deal.id and x.is_enabled
    ), total as (
      select count(*) as lines, coalesce(sum(cost) filter (where yearly is null), 0) as once,
        coalesce(sum(cost) filter (where yearly is not null), 0) as recurring,
        sum(cost * yearly) as arr, sum(cost * least(cycles, yearly)) as acv
      from line
    ), discount as (
      select coalesce(sum(case t.type when 'percentage' then total.once * t.amount * 0.01 else t.amount end), 0) as amount
      from total join crm.deal_discount t on t.company_id = ${actor.companyId} and t.deal_id = ${dealId}
    ), worth as (
      select case when total.lines = 0 then deal.value
          else greatest(total.once - discount.amount, least(total.once, 0)) + total.recurring end as value,
        total.arr, total.arr / 12 as mrr, total.acv, deal.decimals
      from deal, total, discount
    ), rounded as (
      select trim_scale(case when total.lines = 0 then deal.value else round(worth.value, worth.decimals) end) as value,
        trim_scale(round(worth.arr, worth.decimals)) as arr, trim_scale(round(worth.mrr, worth.decimals)) as mrr,
        trim_scale(round(worth.acv, worth.decimals)) as acv
      from worth, deal, total
    )
    select rounded.*, (rounded.value, rounded.arr, rounded.mrr, rounded.acv)
      is distinct from (deal.value, deal.arr, deal.mrr, deal.acv) as changed
    from rounded, deal`
  return worth
}
