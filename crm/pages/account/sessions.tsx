import type { ListedSession } from '../../company/sessions/store.ts'

/** Where the person is signed in. */
export function SessionsSection({ sessions, credential }: { sessions: readonly ListedSession[]; credential: string }) {
  return (
    <section class="panel" aria-labelledby="h-sessions">
      <h2 id="h-sessions">Where you are logged in</h2>
      <ul class="list">
        {sessions.map(session => (
          <li>
            <div>
              <strong>{browserOf(session.agent)}</strong>
              {credential === `session:${session.id}` && <span class="tag">this one</span>}
              <div class="soft">
                {session.address} · since {dayOf(session.add_time)} · last used {dayOf(session.last_used_time)}
              </div>
            </div>
            {credential !== `session:${session.id}` && (
              <form method="post" action={`/app/account/sessions/${session.id}/end`}>
                <button
                  class="quiet"
                  type="submit"
                  aria-label={`Log out ${browserOf(session.agent)}, ${session.address}`}
                >
                  Log out
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action="/app/account/sessions/end-others">
          <button class="quiet" type="submit">
            Log out everywhere else
          </button>
        </form>
      )}
    </section>
  )
}

/** What people call their browser; the whole line of it says more than they know. */
function browserOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => agent.includes(sign))?.[1] ?? (agent.split('/')[0] || 'Unknown browser')
  const system = SYSTEMS.find(([sign]) => agent.includes(sign))?.[1]
  return system ? `${browser} on ${system}` : browser
}

/** In this order: others call themselves Chrome and Safari too. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const

export function dayOf(time: string): string {
  return time.slice(0, 10)
}
