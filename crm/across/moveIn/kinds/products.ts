import { flagIn, numberIn, recordsIn, textIn } from '../given.ts'
import type { MovedKind } from '../kind.ts'
import { replaceRows, storeVariation } from '../partStore.ts'
import { followers, followersOf, GONE, owned } from './contacts.ts'
import { optionsOf } from './fields.ts'

export const products: MovedKind = {
  name: 'product',
  lists: [{ path: '/api/v2/products', paging: 'cursor' }],
  parts: [
    followersOf('products'),
    { name: 'variations', list: ([id]) => ({ path: `/api/v2/products/${id}/variations`, paging: 'cursor' }) },
  ],
  row: {
    table: 'product',
    values: async (record, look) => ({
      name: textIn(record.name) ?? '',
      code: textIn(record.code),
      description: textIn(record.description),
      unit: textIn(record.unit),
      tax: numberIn(record.tax) ?? undefined,
      category: look.id(optionsOf('product', 'category'), record.category),
      ...owned(record, look),
      is_linkable: record.is_linkable === undefined ? undefined : flagIn(record.is_linkable),
      billing_frequency: textIn(record.billing_frequency) ?? undefined,
      billing_frequency_cycles: numberIn(record.billing_frequency_cycles),
      custom: await look.custom('product', record.custom_fields),
    }),
  },
  async after(move, id, record, look) {
    const productId = Number(id)
    const prices = pricesOf(record.prices).map(price => ({ ...price, variation_id: 0 }))
    for (const variation of recordsIn(record.variations)) {
      const known = look.known('variation', variation.id)
      const kept = known ?? (await move.keepId('product_variation', String(variation.id)))
      const variationId = await storeVariation(move.author, productId, {
        id: kept === undefined ? undefined : Number(kept),
        name: textIn(variation.name) ?? '',
        isKnown: known !== null,
      })
      move.remember('variation', String(variation.id), variationId)
      for (const price of pricesOf(variation.prices)) prices.push({ ...price, variation_id: variationId })
    }
    await replaceRows(move, 'product_price', { product_id: productId }, prices)
    await followers('product')(move, id, record, look)
  },
  whenGone: GONE,
}

function pricesOf(given: unknown) {
  return recordsIn(given).flatMap(price => {
    const currency = textIn(price.currency)
    if (!currency) return []
    const amounts = { price: numberIn(price.price) ?? 0, cost: numberIn(price.cost) ?? 0 }
    return [{ currency, ...amounts, direct_cost: numberIn(price.direct_cost), notes: textIn(price.notes) ?? '' }]
  })
}
