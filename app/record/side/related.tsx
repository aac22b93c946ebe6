import type { Deal } from '@portico/crm/sales/deals/v2/shape'
import type { Lead } from '@portico/crm/sales/leads/v1/shape'
import { money } from '../../parts/money.ts'
import { useAnswer } from '../../store/answer.ts'
import { stages } from '../../store/company.ts'
import { panelLink } from '../panel.ts'
import { SideSection } from './section.tsx'

const MOST = 50

/** Deals of a person or an organization; of a deal those of the same contact beside it. */
export function RelatedDeals({ title = 'Deals', where, except }: { title?: string; where: string; except?: unknown }) {
  const { data } = useAnswer<Deal[]>(`/v2/deals?${where}&sort_by=update_time&sort_direction=desc&limit=${MOST}`, [
    'deal',
  ])
  const deals = (data.value ?? []).filter(deal => deal.id !== except)
  if (except !== undefined && deals.length === 0) return null
  return (
    <SideSection title={title} count={data.value && deals.length}>
      <ul class="side-list">
        {deals.map(deal => (
          <li key={deal.id}>
            <span>
              <a {...panelLink('deal', deal.id, deal)}>{deal.title}</a>
              <small>{statusWords(deal)}</small>
            </span>
            <span class="amount">{money(deal.value, deal.currency)}</span>
          </li>
        ))}
      </ul>
      {data.value?.length === 0 && <p class="soft">No deals yet.</p>}
    </SideSection>
  )
}

function statusWords({ status, stage_id }: Deal): string {
  if (status !== 'open') return status === 'won' ? 'Won' : 'Lost'
  return stages.value.find(stage => stage.id === stage_id)?.name ?? 'Open'
}

export function RelatedPeople({ orgId }: { orgId: number }) {
  const { data } = useAnswer<{ id: number; name: string; emails?: { value: string }[] }[]>(
    `/v2/persons?org_id=${orgId}&limit=${MOST}`,
    ['person'],
  )
  const people = data.value ?? []
  return (
    <SideSection title="People" count={data.value && people.length}>
      <ul class="side-list">
        {people.map(person => (
          <li key={person.id}>
            <span>
              <a {...panelLink('person', person.id, person)}>{person.name}</a>
              <small>{person.emails?.[0]?.value}</small>
            </span>
          </li>
        ))}
      </ul>
      {data.value?.length === 0 && <p class="soft">Nobody works here yet, as far as we know.</p>}
    </SideSection>
  )
}

/** Leads of a person or an organization; not shown where there are none. */
export function RelatedLeads({ where }: { where: string }) {
  const { data } = useAnswer<Lead[] | null>(`/v1/leads?${where}&limit=${MOST}`, ['lead'])
  const leads = data.value ?? []
  if (leads.length === 0) return null
  return (
    <SideSection title="Leads" count={leads.length}>
      <ul class="side-list">
        {leads.map(lead => (
          <li key={lead.id}>
            <a {...panelLink('lead', lead.id)}>{lead.title}</a>
            {lead.value && <span class="amount">{money(lead.value.amount, lead.value.currency)}</span>}
          </li>
        ))}
      </ul>
    </SideSection>
  )
}
