import { failure } from '@portico/kit/api/failure'

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
  if (twice)
    throw failure('invalid', `prices has ${twice.currency} more than once: send one price for each currency`, {
      field: 'prices',
    })
  return prices.sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

export function samePrices(one: readonly Price[], other: readonly Price[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
