import { failure } from '@portico/kit/api/failure'
import { decideVisibility } from '../../base/access/decidedByHand.ts'
import { defaultVisibility } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord } from '../../base/changes/write.ts'
import { checkCustom, checkOption } from '../../base/fields/check.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { customChange, customColumn } from '../../base/fields/values.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { decideBilling, ONE_TIME } from './billing.ts'
import { productFields } from './fields.ts'
import type { ProductInput } from './input.ts'
import { checkCurrencies, readPrices, storePrices } from './priceStore.ts'
import { decidePrices, samePrices } from './prices.ts'
import { copiedColumns, lockProduct } from './store.ts'
import { copyVariations } from './v2/variationStore.ts'

const stored = storedValues(productFields)

/** Stores a new product and gives back its id. Without any price it costs nothing in the caller's currency. */
export async function createProduct(crm: Crm, input: ProductInput): Promise<number> {
  const { actor, now } = crm
  decideVisibility(crm, 'product', input.visible_to)
  const custom = input.custom({})
  const prices = decidePrices([], input.prices ?? [{ currency: actor.defaultCurrency }])
  await checkReferences(crm, { owner_id: input.owner_id })
  await checkOption(crm, 'product', 'category', input.category)
  await checkCustom(crm, 'product', custom)
  await checkCurrencies(crm, prices)
  const product = await insertRecord<{ id: number }>(
    crm,
    'product',
    {
      owner_id: input.owner_id ?? actor.userId,
      visible_to: input.visible_to ?? defaultVisibility(actor, 'product'),
      custom: customColumn(custom),
      add_time: now,
      update_time: now,
      ...stored(input),
      ...decideBilling(ONE_TIME, input),
      ...(input.is_deleted && { is_deleted: true, delete_time: now }),
    },
    { beside: { after: { prices } } },
  )
  await storePrices(crm, { productId: product.id, variationId: 0 }, prices)
  return product.id
}

/** Changes a product the caller may see; or undoes a change of it. */
export async function updateProduct(crm: Crm, id: number, input: ProductInput, undoing?: Undoing): Promise<void> {
  const product = await lockProduct(crm, id)
  requireMatch(crm, product.version)
  decideVisibility(crm, 'product', input.visible_to, product)
  const custom = input.custom(product.custom)
  await checkReferences(crm, { owner_id: changed(input, product).owner_id })
  await checkOption(crm, 'product', 'category', input.category)
  await checkCustom(crm, 'product', custom)
  await checkCurrencies(crm, input.prices ?? [])
  if (input.is_deleted) return removeProduct(crm, id)
  if (product.is_deleted && input.is_deleted !== false)
    throw failure('gone', 'The product is deleted; v1 brings it back with active_flag true')
  const priced = { productId: id, variationId: 0 }
  const before = await readPrices(crm, priced)
  const prices = input.prices ? decidePrices(before, input.prices) : before
  const { columns, options } = undone(undoing)
  await updateRecord(
    crm,
    'product',
    id,
    {
      ...stored(input),
      ...decideBilling(product, input),
      ...customChange(custom),
      ...(product.is_deleted && { is_deleted: false, delete_time: null }),
      ...columns,
    },
    {
      ...options,
      beside: { before: { prices: before }, after: { prices } },
      ...(product.is_deleted && { action: 'restored' }),
    },
  )
  if (!samePrices(before, prices)) await storePrices(crm, priced, prices)
}

/** Deletes a product; for 30 days it can be brought back. Deals keep what they have of it. */
export async function removeProduct(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const product = await lockProduct(crm, id)
  requireMatch(crm, product.version)
  if (product.is_deleted) return
  const values = { is_deleted: true, delete_time: crm.now }
  await updateRecord(crm, 'product', id, values, { action: 'deleted', ...options })
}

/** A copy with prices, variations and custom fields; it belongs to who made it. */
export async function duplicateProduct(crm: Crm, id: number): Promise<number> {
  const { actor, now } = crm
  const { is_deleted } = await lockProduct(crm, id)
  if (is_deleted) throw failure('gone', 'The product is deleted')
  const source = await copiedColumns(crm, id)
  const prices = await readPrices(crm, { productId: id, variationId: 0 })
  const copy = await insertRecord<{ id: number }>(
    crm,
    'product',
    { ...source, owner_id: actor.userId, add_time: now, update_time: now },
    { facts: { duplicated_from_id: id }, beside: { after: { prices } } },
  )
  await storePrices(crm, { productId: copy.id, variationId: 0 }, prices)
  await copyVariations(crm, id, copy.id)
  return copy.id
}
