import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'

/** A price as it is asked for: what is left out stays, or is nothing for a new currency. */
export interface PriceInput {
  currency: string
  price?: number | undefined
  cost?: number | undefined
  direct_cost?: number | null | undefined
  notes?: string | undefined
}

export interface Price {
  currency: string
  price: number
  cost: number
  direct_cost: number | null
  notes: string
}

/** Whose prices: a product's own (variation 0) or those of one of its variations. */
export interface Priced {
  productId: number
  variationId: number
}

/** All prices from now on. A currency that stays keeps what the input leaves out. Pure. */
export function decidePrices(before: readonly Price[], input: readonly PriceInput[]): Price[] {
  const prices = input.map(given => {
    const had = before.find(price => price.currency === given.currency)
    return {
      currency: given.currency,
      price: given.price ?? had?.price ?? 0,
      cost: given.cost ?? had?.cost ?? 0,
      direct_cost: given.direct_cost === undefined ? (had?.direct_cost ?? null) : given.direct_cost,
      notes: given.notes ?? had?.notes ?? '',
    }
  })
  const seen = new Set<string>()
  const twice = prices.find(({ currency }) => seen.size === seen.add(currency).size)
  if (twice) throw failure('invalid', `prices has ${twice.currency} more than once`, { field: 'prices' })
  return prices.sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

export function samePrices(one: readonly Price[], other: readonly Price[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

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
    throw failure('invalid', `prices.${at}.currency does not name a currency that is in use`, {
      field: `prices.${at}.currency`,
    })
}
