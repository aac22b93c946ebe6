import { Icon } from '../parts/icon.tsx'
import { session } from '../store/company.ts'
import { accounts, isBusy, stateText, useAccounts } from './accounts.ts'

/** How the mailboxes are: when they were read last, or why they cannot be. */
export function AccountStates() {
  useAccounts()
  const known = accounts.value
  if (!known) return null
  const failed = known.filter(({ state }) => state === 'failed')
  const worst = failed[0] ?? known.find(isBusy) ?? known[0]
  return (
    <a class="mail-state" href="/app/settings/mail" data-failed={failed.length > 0}>
      {failed.length > 0 && <Icon name="warning" />}
      {worst
        ? `${known.length > 1 && failed.length === 0 ? `${known.length} mailboxes` : worst.email}: ${stateText(worst)}`
        : 'No mailbox is read'}
      {session.value.mail !== 'sent' && ' · Mail does not leave this server'}
    </a>
  )
}
