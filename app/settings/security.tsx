import { session } from '../store/company.ts'

const LEADS = [
  ['password', 'Password', 'Change it; you are logged out everywhere else.', '/app/account#h-password'],
  ['second-factor', 'Second factor', '', '/app/account/second-factor'],
  ['passkeys', 'Passkeys', 'Log in with your fingerprint, your face or a security key.', '/app/account#h-passkeys'],
] as const

/** How one logs in. These pages work without the app, for whoever cannot get into it. */
export function Security() {
  const { is_on } = session.value.second_factor
  const factor = is_on ? 'On: a code is asked for after the password.' : 'Off: your password alone opens this account.'
  return (
    <section class="settings-list" aria-label="Password and second factor">
      <header class="settings-head">
        <h1>Password and second factor</h1>
      </header>
      <ul class="settings-rows">
        {LEADS.map(([name, title, says, href]) => (
          <li key={name} class="settings-row" data-setting={name}>
            <div class="settings-what">
              <span class="settings-name">
                <a href={href}>{title}</a>
              </span>
              <small class="soft">{says || factor}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
