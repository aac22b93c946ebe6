import type { Currency } from '@portico/crm/company/currencies/v1/operations'
import type { User } from '@portico/crm/company/users/v1/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { readSession, readUsers } from '../store/company.ts'
import { offerInverse } from '../store/undo.ts'
import { type Choice, Form, type FormField, type Values } from './form.tsx'

const LOCALES = [
  'en_US',
  'en_GB',
  'de_DE',
  'fr_FR',
  'es_ES',
  'it_IT',
  'nl_NL',
  'pt_BR',
  'pl_PL',
  'et_EE',
  'sv_SE',
  'ja_JP',
]

/** What one says about oneself. */
export function Profile() {
  const values = useSignal<Values | undefined>(undefined)
  const currencies = useSignal<readonly Choice[]>([])
  async function read() {
    const [{ data: me }, { data: known }] = await Promise.all([
      call<User>('GET /v1/users/me'),
      call<Currency[]>('GET /v1/currencies'),
    ])
    currencies.value = known.map(({ code, name }) => ({ id: code, label: `${name} (${code})` }))
    const { name, phone, locale, timezone_name, default_currency } = me
    values.value = { name, phone: phone ?? '', locale, timezone_name, default_currency }
  }
  useEffect(() => void read().catch(tellProblem), [])
  async function save({ phone, ...given }: Values) {
    await call('PUT /app/api/users/me', { body: { ...given, phone: phone || null } })
    await Promise.all([read(), readSession(), readUsers()])
  }
  const before = values.value
  if (!before) return <p class="loading">Loading …</p>
  return (
    <section class="settings-list" aria-label="Profile">
      <header class="settings-head">
        <h1>Profile</h1>
      </header>
      <Form
        key={JSON.stringify(before)}
        fields={questions(currencies.value, before)}
        values={before}
        verb="Save"
        save={async given => {
          await save(given)
          offerInverse('Changed your profile', () => save(before))
        }}
      />
    </section>
  )
}

function questions(currencies: readonly Choice[], { locale, timezone_name }: Values): FormField[] {
  const zones = [...new Set([String(timezone_name), ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
  const locales = [...new Set([String(locale), ...LOCALES])]
  return [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'phone', label: 'Phone', type: 'text' },
    { name: 'timezone_name', label: 'Time zone', type: 'choice', choices: zones.map(asChoice) },
    {
      name: 'locale',
      label: 'Language and country',
      type: 'choice',
      choices: locales.map(id => ({ id, label: localeName(id) })),
    },
    { name: 'default_currency', label: 'Currency that sums are shown in', type: 'choice', choices: currencies },
  ]
}

const asChoice = (id: string) => ({ id, label: id.replaceAll('_', ' ') })

/** `en_US` as people say it. */
function localeName(locale: string): string {
  const names = new Intl.DisplayNames(undefined, { type: 'language', languageDisplay: 'standard' })
  return names.of(locale.replaceAll('_', '-')) ?? locale
}
