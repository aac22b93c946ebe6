import { Field } from '@portico/kit/pages/field'
import type { ListedPasskey } from '../../company/signIn/passkeyStore.ts'
import { dayOf } from './sessions.tsx'

/** Shown by the script when the browser knows passkeys. */
export function PasskeysSection({ passkeys }: { passkeys: readonly ListedPasskey[] }) {
  return (
    <section class="panel" aria-labelledby="h-passkeys">
      <h2 id="h-passkeys">Passkeys</h2>
      <p class="soft">
        Log in with your fingerprint, face or the PIN of your device. A passkey counts as password and second factor.
      </p>
      {passkeys.length > 0 && (
        <ul class="list">
          {passkeys.map(passkey => (
            <li>
              <div>
                <strong>{passkey.name}</strong>
                <div class="soft">
                  since {dayOf(passkey.add_time)}
                  {passkey.last_used_time && ` · last used ${dayOf(passkey.last_used_time)}`}
                </div>
              </div>
              <form method="post" action={`/app/account/passkeys/${passkey.id}/remove`}>
                <button class="quiet" type="submit" aria-label={`Remove the passkey ${passkey.name}`}>
                  Remove
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <noscript>
        <p>Adding a passkey needs JavaScript.</p>
      </noscript>
      <form id="new-passkey" class="form" hidden>
        <p class="problem" role="alert" hidden></p>
        <Field name="passkey_name" label="Name of the passkey" maxlength={100} autocomplete="off" />
        <Field name="passkey_password" label="Your password" type="password" autocomplete="current-password" />
        <div>
          <button class="button" type="submit">
            Add a passkey
          </button>
        </div>
      </form>
    </section>
  )
}
