import { scopeInWords } from '../../base/access/scopes.ts'
import type { InstalledApp } from '../../company/oauth/appStore.ts'
import { dayOf } from './sessions.tsx'

/** Programs of others that act for the person. */
export function AppsSection({ apps }: { apps: readonly InstalledApp[] }) {
  return (
    <section class="panel" aria-labelledby="h-apps">
      <h2 id="h-apps">Apps</h2>
      {apps.length === 0 && <p class="soft">No app acts for you.</p>}
      {apps.length > 0 && (
        <ul class="list">
          {apps.map(app => (
            <li>
              <div>
                <strong>{app.name}</strong>
                <div class="soft">
                  by {app.company} · since {dayOf(app.add_time)}
                  {app.last_used_time && ` · last used ${dayOf(app.last_used_time)}`}
                </div>
                <div class="soft">{app.scopes.map(scopeInWords).join(' · ')}</div>
              </div>
              <form method="post" action={`/app/account/apps/${app.id}/uninstall`}>
                <button class="quiet" type="submit" aria-label={`Uninstall ${app.name}`}>
                  Uninstall
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
