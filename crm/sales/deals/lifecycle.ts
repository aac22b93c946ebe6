import { logChange } from '../../base/changes/logStore.ts'
import type { WhenMerged, WhenPurged } from '../../base/records/lifecycle.ts'
import { relinkProjects } from '../../work/projects/linkStore.ts'
import { moveDiscounts } from '../dealProducts/discountStore.ts'
import { dealSetting } from '../dealProducts/store.ts'
import { syncDealValue } from '../dealProducts/value.ts'
import { taxAlike } from '../dealProducts/write.ts'
import { moveSubscription } from '../subscriptions/moveSubscription.ts'
import { keepPerson } from './participantStore.ts'

export const whenMerged: WhenMerged = {
  moves: [
    ['activity', 'deal_id'],
    ['deal_product', 'deal_id'],
    ['deal_installment', 'deal_id'],
    ['file', 'deal_id'],
    ['note', 'deal_id'],
    ['mail_thread', 'deal_id'],
    ['call_log', 'deal_id'],
  ],
  links: [
    {
      table: 'participant',
      column: 'deal_id',
      partner: 'person_id',
      moved: (crm, { deal_id, person_id }) => logChange(crm, 'participant', deal_id, 'added', { person_id }),
    },
  ],
  async begin(crm, merged, survivor) {
    // The lines that come are taxed as those that are there, which is known only while they are alone.
    const { taxMethod } = await dealSetting(crm, survivor.id)
    return async () => {
      await taxAlike(crm, survivor.id, taxMethod)
      await moveDiscounts(crm, merged.id, survivor.id)
      await moveSubscription(crm, merged.id, survivor.id)
      await keepPerson(crm, merged, survivor)
      await relinkProjects(crm, 'deal_ids', merged.id, survivor.id)
    }
  },
  ended: merged => ({ status: 'deleted', status_before: merged.status }),
  finish: (crm, survivor) => syncDealValue(crm, survivor.id),
}

export const whenPurged: WhenPurged = {
  table: 'deal',
  named: [
    ['activity', 'deal_id'],
    ['file', 'deal_id'],
    ['note', 'deal_id'],
    ['mail_thread', 'deal_id'],
    ['call_log', 'deal_id'],
  ],
}
