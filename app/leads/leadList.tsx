import { useEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { QuickForm } from '../parts/quickForm.tsx'
import { revealRow, useRowsInView } from '../parts/visibleRows.ts'
import { go, query } from '../shell/location.ts'
import { myCurrency } from '../store/company.ts'
import { LEAD_HEIGHT, LeadRow } from './leadRow.tsx'
import { leads, open, openId, readMore, refresh } from './leadsStore.ts'

/** The leads of the inbox; more are read when the end comes into view. */
export function LeadList({ isAdding, closeAdding }: { isAdding: boolean; closeAdding: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  const shown = leads.value
  const count = shown?.length ?? 0
  const { first, last } = useRowsInView(list, LEAD_HEIGHT, count)
  useEffect(() => {
    if (count > 0 && last >= count) void readMore()
  }, [last, count])
  return (
    <section class="leads-list" aria-label="Leads">
      {isAdding && <AddLead close={closeAdding} />}
      <div class="leads-scroll" ref={list} aria-busy={shown === undefined || undefined}>
        {!shown && <p class="loading">Loading …</p>}
        {shown?.length === 0 && <NoLeads />}
        <ul style={{ height: `${count * LEAD_HEIGHT}px` }}>
          {shown?.slice(first, last).map((lead, nr) => (
            <LeadRow key={lead.id} lead={lead} top={(first + nr) * LEAD_HEIGHT} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function AddLead({ close }: { close: () => void }) {
  return (
    <QuickForm
      label="Add lead"
      currency={myCurrency.value}
      close={close}
      save={async ({ title, contact, value }, requestId) => {
        if (!contact) throw new Error('A lead is about somebody: name a contact')
        const about = 'org_id' in contact ? { organization_id: contact.org_id } : contact
        const worth = value === undefined ? {} : { value: { amount: value, currency: myCurrency.value } }
        // Whoever adds a lead has seen it.
        await call('POST /v1/leads', { body: { title, ...about, ...worth, was_seen: true }, requestId })
        await refresh()
      }}
    />
  )
}

function NoLeads() {
  const isNarrowed = ['label', 'owner', 'source', 'filter'].some(name => query.value.has(name))
  if (isNarrowed)
    return (
      <div class="told">
        <h2>No lead fits</h2>
        <button type="button" onClick={() => go('/app/leads')}>
          Show all leads
        </button>
      </div>
    )
  if (query.value.has('archived'))
    return (
      <div class="told">
        <h2>Nothing is archived</h2>
        <p>E archives the lead that is open.</p>
      </div>
    )
  return (
    <div class="told">
      <h2>No leads wait for you</h2>
      <p>
        A lead is somebody who may become a deal. Add one with <kbd>N</kbd>, or let web forms and other programs add
        them through the API.
      </p>
    </div>
  )
}

/** Opens the lead after the open one, or before it; the first one when none is open. */
export function stepLead(by: 1 | -1): void {
  const shown = leads.value ?? []
  const at = shown.findIndex(({ id }) => id === openId.value)
  const place = at === -1 ? 0 : Math.max(0, Math.min(shown.length - 1, at + by))
  const next = shown[place]
  if (!next) return
  open(next.id)
  revealRow(document.querySelector('.leads-scroll'), place, LEAD_HEIGHT)
  // Drawn by then, if it was out of view.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-lead="${next.id}"]`)?.focus())
}
