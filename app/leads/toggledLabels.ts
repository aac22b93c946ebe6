import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'

/** The label is put on all, or taken off when all have it already. */
export function toggledLabels(leads: readonly InboxLead[], labelId: string): Map<string, string[]> {
  const isOnAll = leads.every(({ label_ids }) => label_ids.includes(labelId))
  return new Map(
    leads.map(({ id, label_ids }) => {
      const others = label_ids.filter(each => each !== labelId)
      return [id, isOnAll ? others : [...others, labelId]]
    }),
  )
}
