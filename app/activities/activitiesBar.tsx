import { ActivityTypeOptions } from '../parts/activityTypeOptions.tsx'
import { Icon } from '../parts/icon.tsx'
import { query, refine } from '../shell/location.ts'
import { activeUsers, session } from '../store/company.ts'
import { AgendaSettings } from './agendaSettings.tsx'

export const VIEWS = ['day', 'week', 'month'] as const
export type View = (typeof VIEWS)[number]

const CALENDAR = '/app/activities/calendar'

/** Whose activities are shown, and of which type: both are in the address. */
export function chosen() {
  const owner = query.value.get('owner')
  return {
    /** Undefined for everybody's. */
    ownerId: owner === 'all' ? undefined : Number(owner) || session.value.user.id,
    type: query.value.get('type') || undefined,
  }
}

/** The same choice as a query of the API. */
export function agendaQuery(): string {
  const { ownerId, type } = chosen()
  return `${ownerId ? `owner_id=${ownerId}&` : ''}${type ? `types=${encodeURIComponent(type)}&` : ''}`
}

/** What the list and the calendar have in common: the way from one to the other, owner and type. */
export function ActivitiesBar({ view, add }: { view: View | undefined; add: () => void }) {
  const { ownerId, type } = chosen()
  return (
    <header class="bar activities-bar">
      <h1>Activities</h1>
      <nav class="switch" aria-label="How activities are shown">
        <a href={addressOf('/app/activities', {})} aria-current={view === undefined ? 'page' : undefined}>
          List
        </a>
        {VIEWS.map(name => (
          <a key={name} href={viewAddress(name)} aria-current={view === name ? 'page' : undefined}>
            {LABELS[name]}
          </a>
        ))}
      </nav>
      <select
        aria-label="Owner"
        value={ownerId ?? 'all'}
        onChange={event => refine({ owner: event.currentTarget.value })}
      >
        <option value="all">Everyone</option>
        {activeUsers.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Type"
        value={type ?? ''}
        onChange={event => refine({ type: event.currentTarget.value || null })}
      >
        <option value="">All types</option>
        <ActivityTypeOptions chosen={type} />
      </select>
      <button
        type="button"
        class="round push"
        aria-label="Reminders and calendar address"
        title="Reminders and calendar address"
        onClick={() => refine({ pane: 'reminders' })}
      >
        <Icon name="settings" />
      </button>
      <button type="button" class="primary" onClick={add}>
        <Icon name="plus" />
        <span>Activity</span>
      </button>
      {query.value.get('pane') === 'reminders' && <AgendaSettings close={() => refine({ pane: null })} />}
    </header>
  )
}

const LABELS: Readonly<Record<View, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** The calendar in a view, on the day that is shown; owner and type go along. */
export function viewAddress(view: View, day = query.value.get('day')): string {
  return addressOf(CALENDAR, { view, ...(day && { day }) })
}

function addressOf(to: string, parts: Record<string, string>): string {
  const kept = ['owner', 'type'].flatMap(name => {
    const value = query.value.get(name)
    return value ? [[name, value] as [string, string]] : []
  })
  const search = new URLSearchParams([...Object.entries(parts), ...kept]).toString()
  return search ? `${to}?${search}` : to
}
