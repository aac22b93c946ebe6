import type { Inbox as InboxAnswer, InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { newInbox } from '../inbox/inboxStore.ts'
import { convertLead } from '../record/convertLead.ts'
import { sendEach } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'
import { unseenLeads } from '../store/unseenLeads.ts'
import { toggledLabels } from './toggledLabels.ts'

export const labels = signal<InboxAnswer['labels']>([])

export const inbox = newInbox<InboxLead>({
  view: {
    archived: 'archived',
    owner: 'owner_id',
    label: 'label_id',
    source: 'source',
    filter: 'filter_id',
    sort: 'sort',
  },
  idOf: text => text,
  async readPage(query) {
    const { data, beside } = await call<InboxAnswer>(`GET /app/api/leads?${query}`)
    labels.value = data.labels
    unseenLeads.value = data.unseen
    return { items: data.leads, nextCursor: beside.next_cursor ?? null }
  },
  readOne: async id => (await call<InboxAnswer>(`GET /app/api/leads?lead_id=${encodeURIComponent(id)}`)).data.leads[0],
})

/** Whoever opens a lead has seen it. Nothing that anybody would want to undo. */
export async function markSeen(lead: InboxLead, was_seen: boolean): Promise<void> {
  if (lead.was_seen === was_seen) return
  unseenLeads.value = Math.max(0, unseenLeads.value + (was_seen ? -1 : 1))
  await inbox.change([{ id: lead.id, to: { was_seen } }], () =>
    call(`PATCH /v1/leads/${lead.id}`, { body: { was_seen } }),
  )
}

export function archive(those: readonly InboxLead[]): Promise<void> {
  const is_archived = !those.every(lead => lead.is_archived)
  return leave(those, `${is_archived ? 'Archived' : 'Moved back'} ${nameOf(those)}`, (lead, requestId) =>
    call(`PATCH /v1/leads/${lead.id}`, { body: { is_archived }, requestId }),
  )
}

export function remove(those: readonly InboxLead[]): Promise<void> {
  return leave(those, `Deleted ${nameOf(those)}`, (lead, requestId) =>
    call(`DELETE /v1/leads/${lead.id}`, { requestId }),
  )
}

/** Makes deals of leads; all that belongs to them goes with them. */
export function convert(those: readonly InboxLead[], stage_id: number): Promise<void> {
  const text = those.length === 1 ? `Made ${nameOf(those)} a deal` : `Made deals of ${nameOf(those)}`
  return leave(those, text, (lead, requestId) => convertLead(lead.id, { stage_id }, { requestId }))
}

/** Puts a label on leads, or takes it off when all of them have it. */
export function toggleLabel(those: readonly InboxLead[], labelId: string): Promise<void> {
  const name = labels.value.find(({ id }) => id === labelId)?.name ?? 'a label'
  const wanted = toggledLabels(those, labelId)
  const changes = [...wanted].map(([id, label_ids]) => ({ id, to: { label_ids } }))
  inbox.selection.clear()
  const isOn = changes.some(({ to }) => to.label_ids.includes(labelId))
  return inbox.change(
    changes,
    requestId =>
      sendEach(changes, 'leads', requestId, ({ id, to }) => call(`PATCH /v1/leads/${id}`, { body: to, requestId })),
    requestId => offerUndo(`${isOn ? 'Labelled' : 'No longer labelled'} ${name}: ${nameOf(those)}`, requestId),
  )
}

function leave(
  those: readonly InboxLead[],
  text: string,
  send: (lead: InboxLead, requestId: string) => Promise<unknown>,
): Promise<void> {
  return inbox.leave(
    those,
    requestId => sendEach(those, 'leads', requestId, lead => send(lead, requestId)),
    requestId => offerUndo(text, requestId),
  )
}

function nameOf(those: readonly InboxLead[]): string {
  return those.length === 1 ? `“${those[0]?.title}”` : `${those.length} leads`
}
