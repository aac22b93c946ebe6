import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'

/** A change of a lead that the server has not confirmed yet. */
export interface PendingLead {
  id: string
  /** Undefined when the lead leaves the list: archived, deleted, made a deal. */
  to: Partial<Pick<InboxLead, 'label_ids' | 'was_seen'>> | undefined
}

/** The list as it will be when all pending changes are done. */
export function withPending(leads: readonly InboxLead[], pending: readonly PendingLead[]): readonly InboxLead[] {
  if (pending.length === 0) return leads
  return leads.flatMap(lead => {
    const own = pending.filter(({ id }) => id === lead.id)
    if (own.some(({ to }) => to === undefined)) return []
    return [Object.assign({}, lead, ...own.map(({ to }) => to))]
  })
}

/** A page joins the list; what moved into it from an earlier page is there once. */
export function withPage(leads: readonly InboxLead[], page: readonly InboxLead[]): InboxLead[] {
  const anew = new Set(page.map(({ id }) => id))
  return [...leads.filter(({ id }) => !anew.has(id)), ...page]
}

/** The lead to go on with when some leave the list: the first after them that stays, else the last before them. */
export function nextAfter(leads: readonly InboxLead[], openId: string | undefined, leaving: ReadonlySet<string>) {
  if (openId === undefined || !leaving.has(openId)) return openId
  const at = leads.findIndex(({ id }) => id === openId)
  const stays = ({ id }: InboxLead) => !leaving.has(id)
  return (leads.slice(at + 1).find(stays) ?? leads.slice(0, Math.max(0, at)).findLast(stays))?.id
}

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
