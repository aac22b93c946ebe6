import type { DealWithoutNextStep } from '@portico/crm/sales/deals/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Icon } from '../parts/icon.tsx'
import { money } from '../parts/money.ts'
import { tellProblem } from '../shell/toasts.ts'
import { stages } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import type { Following } from './nextStep.tsx'

const PAGE = 20

interface Props {
  ownerId: number | undefined
  plan: (after: Following) => void
  /** How many there are on screen, once it is known. */
  counted: (count: number) => void
}

/** Open deals that nothing is planned for, those untouched for longest first. */
export function WithoutNextStep({ ownerId, plan, counted }: Props) {
  const deals = useSignal<readonly DealWithoutNextStep[]>([])
  const next = useSignal<string | null>(null)

  /** As many as are on screen, or a page more after the last. */
  async function read(after?: string) {
    const limit = after ? PAGE : Math.min(200, Math.max(PAGE, deals.value.length))
    const { data, beside } = await call<DealWithoutNextStep[]>(
      `GET /app/api/deals-without-next-step?limit=${limit}${ownerId ? `&owner_id=${ownerId}` : ''}${after ? `&cursor=${after}` : ''}`,
    )
    deals.value = after ? [...deals.value, ...data] : data
    next.value = beside.next_cursor ?? null
    counted(deals.value.length)
  }
  useEffect(() => {
    deals.value = []
    void read().catch(tellProblem)
    return onChanges(['deal', 'activity'], () => read())
  }, [ownerId])

  if (deals.value.length === 0) return null
  return (
    <section aria-label="Deals without a next step">
      <h2>
        Deals without a next step{' '}
        <small>
          {deals.value.length}
          {next.value && '+'}
        </small>
      </h2>
      <ul class="entries">
        {deals.value.map(deal => (
          <li key={deal.id} class="entry-row">
            <Icon name="calendarEmpty" />
            <div class="grows">
              <a href={`/app/deals/${deal.id}`}>
                <strong>{deal.title}</strong>
              </a>
              <small>{hintOf(deal)}</small>
            </div>
            <button
              type="button"
              aria-label={`Plan a next step for ${deal.title}`}
              onClick={() => plan({ deal_id: deal.id, title: deal.title, subject: 'Next step', type: undefined })}
            >
              Plan
            </button>
          </li>
        ))}
      </ul>
      {next.value && (
        <button type="button" class="quiet" onClick={() => void read(next.value ?? undefined).catch(tellProblem)}>
          Show more
        </button>
      )}
    </section>
  )
}

function hintOf({ value, currency, stage_id, org_name, person_name }: DealWithoutNextStep): string {
  const stage = stages.value.find(({ id }) => id === stage_id)?.name
  return [money(value, currency), stage, org_name, person_name].filter(Boolean).join(' · ')
}
