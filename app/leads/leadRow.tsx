import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { ActivityMark } from '../board/activityMark.tsx'
import { dayName, today } from '../parts/days.ts'
import { Label } from '../parts/label.tsx'
import { money } from '../parts/money.ts'
import { labels, open, openId, selection } from './leadsStore.ts'

/** All rows are equally high, so that the place of each is plain arithmetic. */
export const LEAD_HEIGHT = 76

export function LeadRow({ lead, top }: { lead: InboxLead; top: number }) {
  const isOpen = openId.value === lead.id
  const contact = [lead.person_name, lead.organization_name].filter(Boolean).join(' · ')
  return (
    <li
      class="lead-row"
      data-open={isOpen}
      data-selected={selection.isSelected(lead.id)}
      data-unseen={!lead.was_seen}
      style={{ top: `${top}px` }}
    >
      <input
        type="checkbox"
        aria-label={`Select ${lead.title}`}
        checked={selection.isSelected(lead.id)}
        onChange={() => selection.toggle(lead)}
      />
      <a
        href={`/app/leads?open=${lead.id}`}
        data-lead={lead.id}
        aria-current={isOpen || undefined}
        onClick={event => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          open(lead.id, { replace: openId.value !== undefined })
        }}
      >
        <span class="lead-title">
          {!lead.was_seen && <span class="unseen" role="img" aria-label="Unseen" />}
          {lead.title}
        </span>
        <span class="lead-value">{lead.value && money(lead.value.amount, lead.value.currency)}</span>
        <span class="lead-contact">
          {[contact, lead.source_name, dayName(today(new Date(lead.add_time)))].filter(Boolean).join(' · ')}
        </span>
        <ActivityMark activity={lead.next_activity} />
        <span class="lead-labels">
          {labels.value
            .filter(({ id }) => lead.label_ids.includes(id))
            .map(({ id, name, color }) => (
              <Label key={id} name={name} color={color} />
            ))}
        </span>
      </a>
    </li>
  )
}
