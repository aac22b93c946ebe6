import type { MailAccount } from '@portico/crm/work/mailAccounts/app/operations'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { accounts, readAccounts, stateText, useAccounts } from '../mail/accounts.ts'
import { useAnswer } from '../store/answer.ts'
import { session } from '../store/company.ts'
import { changed } from '../store/live.ts'
import type { Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** One's mailboxes elsewhere that are read, and the address that takes copies. */
export function MailSettings({ base, rest }: SectionProps) {
  const box = useAnswer<{ drop_box: string | null }>('/app/api/mailbox').data.value
  useAccounts()
  useEffect(() => changed(ACCOUNTS_READ), [accounts.value])
  return (
    <>
      <SettingsList of={ACCOUNTS} base={base} rest={rest} />
      <section class="settings-note" aria-label="Address for copies">
        <h2>Address for copies</h2>
        {box?.drop_box && (
          <p>
            Mail sent or copied to <code>{box.drop_box}</code> is kept with your company. With <code>+deal42</code>{' '}
            before the @ it goes to deal 42.
          </p>
        )}
        {box && !box.drop_box && (
          <p>
            This server takes no mail. Its operator opens the drop-box with <code>PORTICO_SMTP_IN_PORT</code>.
          </p>
        )}
        {session.value.mail !== 'sent' && (
          <p role="note">What you write here does not leave this server: its operator has to set SMTP_URL.</p>
        )}
      </section>
    </>
  )
}

/** What the list of accounts is told by that their states were read again. */
const ACCOUNTS_READ = 'mail accounts'

const SECURITIES = [
  { id: 'tls', label: 'TLS (port 993)' },
  { id: 'starttls', label: 'STARTTLS (port 143)' },
  { id: 'none', label: 'None, where the operator allows it' },
]

const ACCOUNTS: SettingsListOf<MailAccount> = {
  title: 'Your mailboxes',
  explains: 'Inbox and sent mail are read every five minutes by IMAP. Nothing is changed on the mail server.',
  one: 'mailbox',
  live: [ACCOUNTS_READ],
  read: async () => accounts.value ?? readAccounts(),
  idOf: ({ id }) => id,
  nameOf: ({ email }) => email,
  mark: ({ state }) => (
    <span class="tag" data-status={state}>
      {STATES[state]}
    </span>
  ),
  facts: account => (
    <span class={account.state === 'failed' ? 'problem' : undefined} role="status">
      {stateText(account)}
      {account.skipped_count > 0 && ` · ${account.skipped_count} messages could not be kept`}
    </span>
  ),
  empty:
    'No mailbox of yours is read. Add the address you write from: its mail is seen by you alone until you share it.',
  fields: account => [
    ...(account ? [] : [{ name: 'email', label: 'Address', type: 'email', required: true } as const]),
    { name: 'host', label: 'IMAP server', type: 'text', required: true, hint: 'Such as imap.example.com' },
    { name: 'username', label: 'User', type: 'text', hint: 'When it is another than the address' },
    {
      name: 'password',
      label: account ? 'Password, when it is another one' : 'Password',
      type: 'password',
      required: !account,
      hint: 'Many providers ask for an app password. It is stored sealed and never shown.',
    },
    { name: 'security', label: 'Encryption', type: 'choice', choices: SECURITIES },
    { name: 'port', label: 'Port', type: 'number', min: 1, max: 65_535, hint: 'When it is another than the usual one' },
    ...(account ? [{ name: 'active', label: 'Is read', type: 'switch' } as const] : []),
  ],
  values: account => ({
    email: account?.email ?? '',
    host: account?.host ?? '',
    username: account && account.username !== account.email ? account.username : '',
    password: '',
    security: account?.security ?? 'tls',
    port: account?.port ?? null,
    active: account?.active ?? true,
  }),
  add: {
    verb: 'Add a mailbox',
    run: async values => {
      await call('POST /app/api/mailAccounts', { body: { email: values.email, ...asked(values) } })
      await readAccounts()
    },
  },
  change: async (account, values) => {
    await call(`PATCH /app/api/mailAccounts/${account.id}`, {
      body: { username: account.email, ...asked(values), active: values.active },
    })
    await readAccounts()
  },
  actions: account => [
    {
      label: 'Read now',
      run: async () => {
        await call(`POST /app/api/mailAccounts/${account.id}/read`)
        await readAccounts()
      },
    },
  ],
  remove: {
    verb: 'Stop reading',
    loses: () => 'It is not read any more. What was read stays here.',
    run: async ({ id }) => {
      await call(`DELETE /app/api/mailAccounts/${id}`)
      await readAccounts()
    },
  },
}

const STATES: Record<MailAccount['state'], string> = {
  off: 'off',
  waiting: 'waits',
  reading: 'is read now',
  read: 'is read',
  failed: 'cannot be read',
}

/** What was answered; empty answers are not sent. */
function asked({ host, username, password, security, port }: Values) {
  return {
    host,
    security,
    ...(username && { username }),
    ...(password && { password }),
    ...(port !== null && { port }),
  }
}
