import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { dayName, localDue, today } from '../parts/days.ts'
import { Icon } from '../parts/icon.tsx'
import { Label } from '../parts/label.tsx'
import { money } from '../parts/money.ts'
import { userName } from '../store/company.ts'
import { LeadFlow } from './leadFlow.tsx'
import { archive, inbox, labels, remove, toggleLabel } from './leadsStore.ts'

/** The lead that is read. */
export function LeadPane({ lead, convert }: { lead: InboxLead | undefined; convert: () => void }) {
  if (!lead)
    return (
      <section class="inbox-pane" aria-label="Lead">
        <div class="told">
          {inbox.openId.value && inbox.items.value ? (
            <>
              <h2>This lead cannot be shown</h2>
              <p>It may be deleted, made a deal, or not open to you.</p>
              <button type="button" onClick={() => inbox.open(undefined)}>
                Back to the leads
              </button>
            </>
          ) : (
            (inbox.items.value?.length ?? 0) > 0 && (
              <p class="soft">
                <kbd>J</kbd> and <kbd>K</kbd> go through the leads, <kbd>E</kbd> archives one, <kbd>C</kbd> makes it a
                deal.
              </p>
            )
          )}
        </div>
      </section>
    )
  return (
    <section class="inbox-pane" aria-label="Lead">
      <header>
        <button type="button" class="inbox-back" onClick={() => inbox.open(undefined)}>
          ← Leads
        </button>
        <h2>{lead.title}</h2>
        <div class="row">
          <button type="button" class="primary" onClick={convert}>
            Make a deal <kbd>C</kbd>
          </button>
          <button type="button" onClick={() => void archive([lead])}>
            {lead.is_archived ? 'Move back' : 'Archive'} <kbd>E</kbd>
          </button>
          <button type="button" class="quiet danger" onClick={() => void remove([lead])}>
            <Icon name="trash" /> <span class="hidden">Delete</span>
          </button>
        </div>
      </header>
      <Labels lead={lead} />
      <Facts lead={lead} />
      <LeadFlow key={lead.id} id={lead.id} />
    </section>
  )
}

/** Every label as a switch; the first three have keys. */
function Labels({ lead }: { lead: InboxLead }) {
  return (
    <fieldset class="chips" aria-label="Labels">
      {labels.value.map(({ id, name, color }) => (
        <button
          key={id}
          type="button"
          aria-pressed={lead.label_ids.includes(id)}
          onClick={() => void toggleLabel([lead], id)}
        >
          <Label name={name} color={color} />
        </button>
      ))}
    </fieldset>
  )
}

function Facts({ lead }: { lead: InboxLead }) {
  const { next_activity: next } = lead
  const due = next && localDue(next)
  return (
    <dl class="fields">
      {lead.person_id && (
        <Fact name="Person">
          {lead.person_name ? <a href={`/app/people/${lead.person_id}`}>{lead.person_name}</a> : 'Hidden from you'}
        </Fact>
      )}
      {lead.organization_id && (
        <Fact name="Organization">
          {lead.organization_name ? (
            <a href={`/app/organizations/${lead.organization_id}`}>{lead.organization_name}</a>
          ) : (
            'Hidden from you'
          )}
        </Fact>
      )}
      <Fact name="Value">{lead.value ? money(lead.value.amount, lead.value.currency) : '–'}</Fact>
      <Fact name="Owner">{userName(lead.owner_id)}</Fact>
      <Fact name="Source">
        {lead.source_name}, {dayName(today(new Date(lead.add_time)))}
      </Fact>
      <Fact name="Next">
        {next && due
          ? `${next.subject}, ${due.due_date ? dayName(due.due_date) : 'some day'} ${due.due_time ?? ''}`
          : 'Nothing planned'}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div class="field">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
