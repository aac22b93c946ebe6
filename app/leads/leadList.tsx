import { call } from '../api/call.ts'
import { InboxList } from '../inbox/inboxList.tsx'
import { QuickForm } from '../parts/quickForm.tsx'
import { go, query } from '../shell/location.ts'
import { myCurrency } from '../store/company.ts'
import { LeadRow } from './leadRow.tsx'
import { inbox } from './leadsStore.ts'

/** The leads of the inbox. */
export function LeadList({ isAdding, closeAdding }: { isAdding: boolean; closeAdding: () => void }) {
  return (
    <InboxList
      inbox={inbox}
      label="Leads"
      row={(lead, top) => <LeadRow key={lead.id} lead={lead} top={top} />}
      empty={<NoLeads />}
    >
      {isAdding && <AddLead close={closeAdding} />}
    </InboxList>
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
        await inbox.refresh()
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
        A lead is somebody who may become a deal. Add one above, or let web forms and other programs add them through
        the API.
      </p>
    </div>
  )
}
