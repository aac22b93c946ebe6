import { maySee } from '../../base/access/visibility.ts'
import { bringsBack, inputWas, type Revert } from '../../base/records/revert.ts'
import { dealFields } from './fields.ts'
import type { DealInput } from './input.ts'
import { removeDeal, updateDeal } from './write.ts'

const FROM_PRODUCTS = 'it follows from the products of the deal'
const TIMES = ['won_time', 'lost_time', 'close_time', 'archive_time'] as const

export const dealRevert: Revert = {
  table: 'deal',
  customFieldsOf: 'deal',
  fields: dealFields,
  maySee: actor => maySee(actor, 'deal', 'r'),
  scopes: { read: ['deals:read', 'deals:full'], write: ['deals:full'] },
  rights: { change: [], remove: ['can_delete_deals'] },
  fixed: { arr: FROM_PRODUCTS, mrr: FROM_PRODUCTS, acv: FROM_PRODUCTS },
  async update(crm, id: number, was, undoing) {
    const input = { ...inputWas<DealInput>(was, TIMES), ...bringsBack(undoing), custom: () => was.custom }
    await updateDeal(crm, id, input, { undoing })
  },
  remove: (crm, id: number, options) => removeDeal(crm, id, options),
}
