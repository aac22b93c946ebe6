import type { ListedSession } from '@portico/crm/company/sessions/app/operations'
import { useSignal } from '@preact/signals'
import { call } from '../api/call.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** Where the person is logged in. */
export function Sessions({ base, rest }: SectionProps) {
  const round = useSignal(0)
  const endOthers = () =>
    call<{ ids: number[] }>('DELETE /app/api/sessions').then(({ data }) => {
      round.value++
      tell(`Logged out in ${data.ids.length} other places`)
    }, tellProblem)
  return (
    <>
      <SettingsList key={round.value} of={SESSIONS} base={base} rest={rest} />
      <div class="row settings-actions">
        <button type="button" onClick={() => void endOthers()}>
          Log out everywhere else
        </button>
      </div>
    </>
  )
}

const SESSIONS: SettingsListOf<ListedSession> = {
  title: 'Where you are logged in',
  one: 'session',
  read: async () => (await call<ListedSession[]>('GET /app/api/sessions')).data,
  idOf: ({ id }) => id,
  nameOf: ({ agent }) => browserOf(agent),
  mark: ({ is_current }) => (is_current ? <span class="tag">this one</span> : null),
  facts: ({ address, add_time, last_used_time }) =>
    `${address} · since ${add_time.slice(0, 10)} · last used ${last_used_time.slice(0, 10)}`,
  empty: 'You are logged in nowhere.',
  remove: {
    verb: 'Log out',
    may: ({ is_current }) => !is_current,
    loses: () => 'Whoever uses that browser has to log in again.',
    run: ({ id }) => call(`DELETE /app/api/sessions/${id}`),
  },
}

/** In this order: others call themselves Chrome and Safari too. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux']

function browserOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => agent.includes(sign))?.[1] ?? (agent.split('/')[0] || 'Unknown browser')
  const system = SYSTEMS.find(sign => agent.includes(sign))
  return system ? `${browser} on ${system}` : browser
}
