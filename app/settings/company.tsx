import type { Company, Usage } from '@portico/crm/company/companies/app/operations'
import type { Currency } from '@portico/crm/company/currencies/v1/operations'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { readSession } from '../store/company.ts'
import { offerInverse } from '../store/undo.ts'
import { inWords } from './accessTerms.ts'
import { type Choice, Form, type FormField, type Values } from './form.tsx'

/** What holds for everybody. */
export function CompanySettings() {
  const values = useSignal<Values | undefined>(undefined)
  const usage = useSignal<Usage | undefined>(undefined)
  const currencies = useSignal<readonly Choice[]>([])
  async function read() {
    const [company, security, used, known] = await Promise.all([
      call<Company>('GET /app/api/company'),
      call<{ require_second_factor: boolean }>('GET /app/api/company/security'),
      call<Usage>('GET /app/api/usage'),
      call<Currency[]>('GET /v1/currencies'),
    ])
    currencies.value = known.data.map(({ code, name }) => ({ id: code, label: `${name} (${code})` }))
    usage.value = used.data
    const { name, default_currency } = company.data
    values.value = { name, default_currency, ...security.data }
  }
  useEffect(() => void read().catch(tellProblem), [])
  async function save({ name, default_currency, require_second_factor }: Values) {
    await call('PUT /app/api/company', { body: { name, default_currency } })
    await call('PUT /app/api/company/security', { body: { require_second_factor } })
    await Promise.all([read(), readSession()])
  }
  const before = values.value
  if (!before) return <p class="loading">Loading …</p>
  return (
    <section class="settings-list" aria-label="Company">
      <header class="settings-head">
        <h1>Company</h1>
      </header>
      <Form
        key={JSON.stringify(before)}
        fields={questions(currencies.value)}
        values={before}
        verb="Save"
        save={async given => {
          await save(given)
          offerInverse('Changed the company', () => save(before))
        }}
      />
      <section data-setting="usage" aria-label="Usage">
        <h2>Usage</h2>
        <dl class="usage">
          {usage.value &&
            Object.entries(usage.value).map(([name, value]) => (
              <div key={name}>
                <dt>{name === 'file_bytes' ? 'Megabytes in files' : inWords(name)}</dt>
                <dd>{(name === 'file_bytes' ? Math.ceil(value / 1_000_000) : value).toLocaleString()}</dd>
              </div>
            ))}
        </dl>
      </section>
    </section>
  )
}

const questions = (currencies: readonly Choice[]): FormField[] => [
  { name: 'name', label: 'Name', type: 'text', required: true },
  {
    name: 'default_currency',
    label: 'Currency',
    type: 'choice',
    choices: currencies,
    hint: 'Exchange rates you gave are restated in it; people keep the currency they chose for themselves.',
  },
  {
    name: 'require_second_factor',
    label: 'Everybody needs a second factor to log in',
    type: 'switch',
    hint: 'Whoever has none sets it up before anything else opens.',
  },
]
