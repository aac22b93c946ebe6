import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { ActivityMark } from '../board/activityMark.tsx'
import { InboxRow } from '../inbox/inboxList.tsx'
import { dayName, today } from '../parts/days.ts'
import { Label } from '../parts/label.tsx'
import { money } from '../parts/money.ts'
import { inbox, labels } from './leadsStore.ts'

export function LeadRow({ lead, top }: { lead: InboxLead; top: number }) {
  const contact = [lead.person_name, lead.organization_name].filter(Boolean).join(' · ')
  return (
    <InboxRow
      inbox={inbox}
      item={lead}
      top={top}
      title={lead.title}
      href={`/app/leads?open=${lead.id}`}
      isNew={!lead.was_seen}
    >
      <span class="inbox-title">
        {!lead.was_seen && <span class="unseen" role="img" aria-label="Unseen" />}
        {lead.title}
      </span>
      <span class="inbox-end">{lead.value && money(lead.value.amount, lead.value.currency)}</span>
      <span class="inbox-line">
        {[contact, lead.source_name, dayName(today(new Date(lead.add_time)))].filter(Boolean).join(' · ')}
      </span>
      <ActivityMark activity={lead.next_activity} />
      <span class="inbox-labels">
        {labels.value
          .filter(({ id }) => lead.label_ids.includes(id))
          .map(({ id, name, color }) => (
            <Label key={id} name={name} color={color} />
          ))}
      </span>
    </InboxRow>
  )
}
