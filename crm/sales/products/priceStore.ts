import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import type { Price, Priced, PriceInput } from './prices.ts'

export async function readPrices({ sql, actor }: Crm, { productId, variationId }: Priced): Promise<Price[]> {
  return sql<Price[]>`
    select currency, price::float8, cost::float8, direct_cost::float8, notes from crm.product_price
    where company_id = ${actor.companyId} and product_id = ${productId} and variation_id = ${variationId}
    order by currency collate "C"`
}

/** Stores the prices in place of those that are there. Callers hold the lock of the product and log the change. */
export async function storePrices(crm: Crm, { productId, variationId }: Priced, prices: readonly Price[]) {
  const { sql, actor } = crm
  await sql`
    delete from crm.product_price
    where company_id = ${actor.companyId} and product_id = ${productId} and variation_id = ${variationId}`
  if (prices.length === 0) return
  const rows = prices.map(price => ({
    company_id: actor.companyId,
    product_id: productId,
    variation_id: variationId,
    ...price,
  }))
  await sql`insert into crm.product_price ${sql(rows)}`
}

/** Refuses prices in currencies the company does not use. */
export async function checkCurrencies({ sql, actor }: Crm, prices: readonly PriceInput[]): Promise<void> {
  if (prices.length === 0) return
  const known = await sql<{ code: string }[]>`
    select code from crm.currency where company_id = ${actor.companyId} and active
      and code = any(${prices.map(price => price.currency)})`
  const codes = new Set(known.map(({ code }) => code))
  const at = prices.findIndex(price => !codes.has(price.currency))
  if (at >= 0)
    throw failure(
      'invalid',
      `prices.${at}.currency ${prices[at]?.currency} is not in use: GET /v1/currencies lists the codes`,
      {
        field: `prices.${at}.currency`,
      },
    )
}
