import type { Crm } from '../../base/api/context.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { hasEnabledProducts, WITHOUT_PRODUCTS, worthOf } from './valueStore.ts'

/**
 * A deal with enabled products is worth what they cost: the sums of all lines, less the additional discounts, which
 * come off the one-time lines only. Without enabled products the value stays as it is. To be called after every change
 * of a deal's products, discounts or currency, with the deal locked.
 */
export async function syncDealValue(crm: Crm, dealId: number): Promise<void> {
  const worth = await worthOf(crm, dealId)
  if (!worth?.changed) return
  const { value, arr, mrr, acv } = worth
  await updateRecord(crm, 'deal', dealId, { value, arr, mrr, acv })
}

/** A write of a deal without its value, where products decide that: callers often send back all they were shown. */
export async function leaveValueToProducts<T extends { value?: number | undefined }>(
  crm: Crm,
  dealId: number,
  input: T,
): Promise<T> {
  if (input.value === undefined) return input
  if (crm.unlocked) {
    crm.unlocked.conditions.push(WITHOUT_PRODUCTS)
    return input
  }
  return (await hasEnabledProducts(crm, dealId)) ? { ...input, value: undefined } : input
}
