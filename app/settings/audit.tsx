import type { AuditEntry } from '@portico/crm/company/audit/app/operations'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { query, refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { session, users } from '../store/company.ts'
import { accessTerms, inWords } from './accessTerms.ts'

const FILTERS = ['action', 'user_id', 'since', 'until'] as const

/** Who did what to the keys of the company, the newest first. */
export function Audit() {
  const entries = useSignal<readonly AuditEntry[] | undefined>(undefined)
  const next = useSignal<string | null | undefined>(undefined)
  const actions = useSignal<readonly string[]>([])
  const chosen = FILTERS.flatMap(name => {
    const value = query.value.get(name)
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  }).join('&')
  async function read(cursor?: string) {
    const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { data, beside } = await call<AuditEntry[]>(`GET /app/api/audit?limit=50&${chosen}${more}`)
    entries.value = cursor ? [...(entries.value ?? []), ...data] : data
    next.value = beside.next_cursor
  }
  useEffect(() => void read().catch(tellProblem), [chosen])
  useEffect(() => {
    accessTerms().then(terms => {
      actions.value = terms.audited
    }, tellProblem)
  }, [])
  const filter = (name: string) => ({
    name,
    value: query.value.get(name) ?? '',
    onChange: (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      refine({ [name]: event.currentTarget.value || null }),
  })
  return (
    <section class="settings-list" aria-label="Audit log">
      <header class="settings-head">
        <h1>Audit log</h1>
        {session.value.is_account_admin && (
          <a class="button" href={`/app/api/audit/export?${chosen}`} download>
            Download as CSV
          </a>
        )}
      </header>
      <div class="filters">
        <label>
          What
          <select {...filter('action')}>
            <option value="">Everything</option>
            {actions.value.map(action => (
              <option key={action} value={action}>
                {inWords(action)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Who
          <select {...filter('user_id')}>
            <option value="">Everybody</option>
            {users.value.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          From
          <input type="date" {...filter('since')} />
        </label>
        <label>
          Until
          <input type="date" {...filter('until')} />
        </label>
      </div>
      {entries.value?.length === 0 && <p class="settings-empty">Nothing like this has happened.</p>}
      <ul class="settings-rows">
        {(entries.value ?? []).map(entry => (
          <li key={entry.id} class="settings-row">
            <div class="settings-what">
              <span class="settings-name">
                <span>
                  {inWords(entry.action)}: {subjectOf(entry.subject)}
                </span>
              </span>
              <small class="soft">
                {[timeOf(entry.time), entry.email ?? 'nobody', entry.credential, entry.address]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {Object.keys(entry.detail).length > 0 && (
                <details>
                  <summary>Details</summary>
                  <pre>{JSON.stringify(entry.detail, null, 2)}</pre>
                </details>
              )}
            </div>
          </li>
        ))}
      </ul>
      {next.value && (
        <button type="button" onClick={() => void read(next.value ?? undefined).catch(tellProblem)}>
          Show more
        </button>
      )}
    </section>
  )
}

/** `user 3` by its name, as long as there is one. */
function subjectOf(subject: string): string {
  const id = Number(/^user (\d+)$/.exec(subject)?.[1])
  return users.value.find(user => user.id === id)?.name ?? subject
}

/** To the second, for whoever compares it with another log. */
function timeOf(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}
