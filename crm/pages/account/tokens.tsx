import type { Problem } from '@portico/kit/http/forms'
import { Check, Choice, Field, ProblemNote } from '@portico/kit/pages/field'
import { SCOPES } from '../../base/access/scopes.ts'
import type { ListedToken } from '../../company/tokens/store.ts'
import { dayOf } from './sessions.tsx'

/** Days a new token works; empty for one that does not end by itself. */
const EXPIRIES = [
  { value: '', text: 'Never' },
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In a year' },
]

/** What programs sign in with. */
export function TokensSection({ tokens, problem }: { tokens: readonly ListedToken[]; problem: Problem | undefined }) {
  return (
    <section class="panel" aria-labelledby="h-tokens">
      <h2 id="h-tokens">API tokens</h2>
      <p class="soft">A token lets a program do what you may do here. It is shown once.</p>
      {tokens.length > 0 && (
        <ul class="list">
          {tokens.map(token => (
            <li>
              <div>
                <strong>{token.name || 'unnamed'}</strong>
                {token.is_personal && <span class="tag">personal</span>}
                {token.read_only && <span class="tag">reads only</span>}
                <div class="soft">
                  {token.digest}… · since {dayOf(token.add_time)}
                  {token.last_used_time && ` · last used ${dayOf(token.last_used_time)}`}
                  {token.expires_time && ` · ends ${dayOf(token.expires_time)}`}
                  {token.scopes && ` · ${token.scopes.join(', ')}`}
                </div>
              </div>
              <form method="post" action={`/app/account/tokens/${token.id}/revoke`}>
                <button
                  class="quiet"
                  type="submit"
                  aria-label={`Revoke the token ${token.name || 'unnamed'} ${token.digest}`}
                >
                  Revoke
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/app/account/tokens" class="form">
        {!problem?.field && <ProblemNote problem={problem} />}
        <Field name="name" label="What the token is for" problem={problem} maxlength={255} autocomplete="off" />
        <Choice name="days" label="Ends" options={EXPIRIES} required={false} />
        <Check name="read_only" label="May only read" checked={false} />
        <details>
          <summary>Only some scopes</summary>
          {Object.entries(SCOPES).map(([scope, says]) => (
            <Check name={`scope:${scope}`} label={scope} checked={false} hint={says} />
          ))}
        </details>
        <div>
          <button class="button" type="submit">
            Make a token
          </button>
        </div>
      </form>
      <form method="post" action="/app/account/tokens/personal">
        <button class="quiet" type="submit">
          Regenerate the personal token
        </button>
        <span class="hint"> The former one stops working at once.</span>
      </form>
    </section>
  )
}
