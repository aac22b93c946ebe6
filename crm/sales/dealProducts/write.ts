import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { deleteRecord, insertRecord, updateRecord, updateRecords } from '../../base/changes/write.ts'
import { requireMatch } from '../../base/records/version.ts'
import { lockLiveDeal } from '../deals/store.ts'
import type { LineInput, NewLine } from './input.ts'
import { decideLine, lineOf, refuseComposition } from './rules.ts'
import type { TaxMethod } from './shape.ts'
import { checkVariations, compositionOf, dealSetting, findLine, findOnOffer } from './store.ts'
import { syncDealValue } from './value.ts'

/** Puts products on a deal, all or none, and gives back the ids of the lines in the order they were asked for. */
export async function addLines(crm: Crm, dealId: number, inputs: readonly NewLine[], bulk = false): Promise<number[]> {
  await lockLiveDeal(crm, dealId)
  const field = (at: number, name: string) => (bulk ? `data.${at}.${name}` : name)
  const wanted = inputs.map(input => input.product_id)
  const offered = await findOnOffer(crm, wanted, id => field(wanted.indexOf(id), 'product_id'))
  const { taxMethod, nextNr } = await dealSetting(crm, dealId)
  const wish = inputs.findLast(input => input.tax_method)?.tax_method
  const tax_method = wish ?? taxMethod ?? 'inclusive'
  const lines = inputs.map(input => {
    const product = offered.get(input.product_id)
    if (!product) throw new Error('a product on offer is gone')
    return decideLine(lineOf(product, tax_method), { ...input, tax_method }, crm.now)
  })
  await checkVariations(
    crm,
    lines.map((line, at) => ({ ...line, field: field(at, 'product_variation_id') })),
  )
  const ids: number[] = []
  for (const [at, line] of lines.entries()) {
    const times = { add_time: crm.now, update_time: crm.now }
    const values = { ...line, deal_id: dealId, order_nr: nextNr + at, ...times }
    ids.push((await insertRecord<{ id: number }>(crm, 'deal_product', values, { bulk })).id)
  }
  await taxAlike(crm, dealId, wish)
  await settle(crm, dealId)
  return ids
}

export async function updateLine(crm: Crm, dealId: number, id: number, input: LineInput): Promise<void> {
  await lockLiveDeal(crm, dealId)
  const { version, id: _, ...before } = await findLine(crm, dealId, id)
  requireMatch(crm, version)
  if (input.product_id !== undefined && input.product_id !== before.product_id)
    await findOnOffer(crm, [input.product_id], () => 'product_id')
  const line = decideLine(before, input, crm.now)
  await checkVariations(crm, [{ ...line, field: 'product_variation_id' }])
  await updateRecord(crm, 'deal_product', id, { ...line })
  await taxAlike(crm, dealId, input.tax_method)
  await settle(crm, dealId)
}

/** Takes products off a deal, all of those named or none. */
export async function removeLines(crm: Crm, dealId: number, ids: readonly number[], bulk = false): Promise<void> {
  await lockLiveDeal(crm, dealId)
  for (const id of ids) {
    const { version } = await findLine(crm, dealId, id)
    if (!bulk) requireMatch(crm, version)
    await deleteRecord(crm, 'deal_product', id, { bulk })
  }
  await settle(crm, dealId)
}

/** Tax is in the prices of a deal or it is not: what one line says holds for all. */
export async function taxAlike(crm: Crm, dealId: number, tax_method: TaxMethod | undefined) {
  if (!tax_method) return
  const others = sql`deal_id = ${dealId} and tax_method <> ${tax_method}`
  await updateRecords(crm, 'deal_product', others, { tax_method }, { bulk: true })
}

/** What must hold after every change of the lines; a refusal takes the change back with it. */
async function settle(crm: Crm, dealId: number) {
  refuseComposition(await compositionOf(crm, dealId))
  await syncDealValue(crm, dealId)
}
