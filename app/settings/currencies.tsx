import type { Currency } from '@portico/crm/company/currencies/v1/operations'
import type { Rates } from '@portico/crm/company/currencies/v1/rates'
import { call } from '../api/call.ts'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function Currencies({ base, rest }: SectionProps) {
  return <SettingsList of={CURRENCIES} base={base} rest={rest} />
}

interface Rated {
  code: string
  name: string
  /** What the company says; else what the reference says. */
  given: number | undefined
  reference: number | undefined
}

let own = ''
const store = (code: string, rate: number | null) =>
  call('PUT /v1/currencies/rates', { body: { rates: { [code]: rate } } })

const CURRENCIES: SettingsListOf<Rated> = {
  title: 'Exchange rates',
  explains: 'Sums are converted by your rates, and by reference rates where you have none.',
  one: 'rate',
  live: ['currency'],
  read: async () => {
    const [{ data: currencies }, { data: rates }] = await Promise.all([
      call<Currency[]>('GET /v1/currencies'),
      call<Rates>('GET /v1/currencies/rates'),
    ])
    own = rates.base
    const rated = currencies
      .filter(({ code }) => code !== own)
      .map(({ code, name }) => ({ code, name, given: rates.rates[code], reference: rates.reference_rates[code] }))
    return [...rated.filter(({ given }) => given !== undefined), ...rated.filter(({ given }) => given === undefined)]
  },
  idOf: ({ code }) => code,
  nameOf: ({ code, name }) => `${name} (${code})`,
  groupOf: ({ given }) => (given === undefined ? 'Reference rates' : 'Your rates'),
  facts: ({ code, given, reference }) => {
    const rate = given ?? reference
    return rate === undefined ? 'No rate is known: sums leave it out' : `1 ${code} = ${round(rate)} ${own}`
  },
  empty: 'There are no other currencies.',
  fields: currency => [
    {
      name: 'rate',
      label: `What one ${currency?.code} is worth in ${own}`,
      type: 'number',
      step: 'any',
      min: 0,
      hint: currency?.reference ? `Empty: by the reference rate, ${round(currency.reference)}` : 'Empty: unknown',
    },
  ],
  values: currency => ({ rate: currency?.given ?? null }),
  change: ({ code }, { rate }) => store(code, rate === null ? null : Number(rate)),
}

const round = (rate: number) => Number(rate.toPrecision(6))
