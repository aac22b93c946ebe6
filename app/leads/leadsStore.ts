import type { Inbox, InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { batch, computed, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { newSelection } from '../parts/selection.ts'
import { convertLead } from '../record/convertLead.ts'
import { query, refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { newRequestId, sendEach } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'
import { unseenLeads } from '../store/unseenLeads.ts'
import { nextAfter, type PendingLead, toggledLabels, withPage, withPending } from './shownLeads.ts'

/** The parts of the address that decide which leads are listed, and in which order. */
const VIEW = {
  archived: 'archived',
  owner: 'owner_id',
  label: 'label_id',
  source: 'source',
  filter: 'filter_id',
  sort: 'sort',
} as const

/** Leads that are asked for at a time, and the most that are read anew at once. */
const PAGE = 50
const MOST_AT_ONCE = 500

const stored = signal<readonly InboxLead[] | undefined>(undefined)
const pending = signal<readonly PendingLead[]>([])
const nextCursor = signal<string | null>(null)

export const labels = signal<Inbox['labels']>([])
export const leads = computed(() => stored.value && withPending(stored.value, pending.value))
export const selection = newSelection<InboxLead>()

export const openId = computed(() => query.value.get('open') ?? undefined)
/** The open lead, from the list or, when the list does not have it, by itself. */
export const openLead = computed(() =>
  [...(leads.value ?? []), ...(apart.value ? withPending([apart.value], pending.value) : [])].find(
    ({ id }) => id === openId.value,
  ),
)
/** A lead that a link led to and that is not on the list: archived, on a later page, or it does not fit. */
const apart = signal<InboxLead | undefined>(undefined)
/** What the server is asked for; the open lead is no part of it. */
export const viewQuery = computed(() => {
  const asked = new URLSearchParams()
  for (const [name, parameter] of Object.entries(VIEW)) {
    const value = query.value.get(name)
    if (value) asked.set(parameter, value)
  }
  return asked.toString()
})

/** Shows the leads of the address. */
export async function showLeads(): Promise<void> {
  stored.value = undefined
  selection.clear()
  await refresh()
}

/** Reads the list anew, as far as it was read before. */
export async function refresh(): Promise<void> {
  const view = viewQuery.value
  const reading = ++readings
  const settled = pending.value.filter(each => confirmed.has(each))
  const limit = Math.min(MOST_AT_ONCE, Math.max(PAGE, stored.value?.length ?? 0))
  const { data, beside } = await call<Inbox>(`GET /app/api/leads?${view}&limit=${limit}`)
  if (reading !== readings || view !== viewQuery.value) return
  batch(() => {
    stored.value = data.leads
    nextCursor.value = beside.next_cursor ?? null
    labels.value = data.labels
    unseenLeads.value = data.unseen
    pending.value = pending.value.filter(each => !settled.includes(each))
  })
}

let readings = 0

/** Reads the open lead by itself when the list does not have it. */
export async function readApart(): Promise<void> {
  const id = openId.value
  const isListed = leads.value?.some(lead => lead.id === id)
  if (!id || isListed !== false) return
  const { data } = await call<Inbox>(`GET /app/api/leads?lead_id=${encodeURIComponent(id)}`)
  if (openId.value === id) apart.value = data.leads[0]
}

/** Reads on when the end of what is there comes into view. */
export async function readMore(): Promise<void> {
  const [view, cursor, reading] = [viewQuery.value, nextCursor.value, readings]
  if (!cursor || isReadingMore) return
  isReadingMore = true
  try {
    const { data, beside } = await call<Inbox>(`GET /app/api/leads?${view}&limit=${PAGE}&cursor=${cursor}`)
    if (view !== viewQuery.value || reading !== readings) return
    stored.value = withPage(stored.value ?? [], data.leads)
    nextCursor.value = beside.next_cursor ?? null
  } catch (error) {
    tellProblem(error)
  } finally {
    isReadingMore = false
  }
}

let isReadingMore = false

/** Goes to a lead. On a narrow screen it takes the place of the list, so that one step back leads there again. */
export function open(id: string | undefined, { replace = true } = {}): void {
  refine({ open: id ?? null }, { replace })
}

/** Whoever opens a lead has seen it. Nothing that anybody would want to undo. */
export async function markSeen(lead: InboxLead, was_seen: boolean): Promise<void> {
  if (lead.was_seen === was_seen) return
  unseenLeads.value = Math.max(0, unseenLeads.value + (was_seen ? -1 : 1))
  await change([{ id: lead.id, to: { was_seen } }], () => call(`PATCH /v1/leads/${lead.id}`, { body: { was_seen } }))
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
  selection.clear()
  const isOn = changes.some(({ to }) => to.label_ids.includes(labelId))
  return change(
    changes,
    requestId =>
      sendEach(changes, 'leads', requestId, ({ id, to }) => call(`PATCH /v1/leads/${id}`, { body: to, requestId })),
    `${isOn ? 'Labelled' : 'No longer labelled'} ${name}: ${nameOf(those)}`,
  )
}

function leave(
  those: readonly InboxLead[],
  text: string,
  send: (lead: InboxLead, requestId: string) => Promise<unknown>,
): Promise<void> {
  const next = nextAfter(leads.value ?? [], openId.value, new Set(those.map(({ id }) => id)))
  if (next !== openId.value) open(next)
  selection.clear()
  return change(
    those.map(({ id }) => ({ id, to: undefined })),
    requestId => sendEach(those, 'leads', requestId, lead => send(lead, requestId)),
    text,
  )
}

/** Shows changes before they are sent; a refusal takes them back and says why. */
async function change(
  changes: readonly PendingLead[],
  send: (requestId: string) => Promise<unknown>,
  text?: string,
): Promise<void> {
  const requestId = newRequestId()
  pending.value = [...pending.value, ...changes]
  try {
    await send(requestId)
    for (const each of changes) confirmed.add(each)
    if (text) offerUndo(text, requestId)
  } catch (error) {
    pending.value = pending.value.filter(each => !changes.includes(each))
    tellProblem(error)
  }
  await Promise.all([refresh(), readApart()]).catch(tellProblem)
}

/** Changes that the server has made, and that the next reading will show. */
const confirmed = new WeakSet<PendingLead>()

function nameOf(those: readonly InboxLead[]): string {
  return those.length === 1 ? `“${those[0]?.title}”` : `${those.length} leads`
}

/** What keys and buttons act on: those that are selected, else the one that is open. */
export function actedOn(): readonly InboxLead[] {
  const chosen = [...selection.selected.value.keys()]
  if (chosen.length > 0) return (leads.value ?? []).filter(({ id }) => chosen.includes(id))
  return openLead.value ? [openLead.value] : []
}
