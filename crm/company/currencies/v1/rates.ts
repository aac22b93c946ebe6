import { failure } from '@portico/kit/api/failure'
import { nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { logChange } from '../../../base/changes/logStore.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'
import { REFERENCE_DATE, REFERENCE_SOURCE } from '../referenceRates.ts'
import { lockRates, readRates, storeRates } from './ratesStore.ts'

/** What one unit of a currency is worth in the company's own. */
const Rate = Type.Number({ exclusiveMinimum: 0, maximum: 1e12 })

const Rates = Type.Object({
  base: Type.String({ description: "The company's own currency" }),
  rates: Type.Record(Type.String(), Rate, { description: 'By code; currencies nobody gave a rate for are not there' }),
  update_time: nullable(Type.String({ description: 'When a rate was last given' })),
  reference_rates: Type.Record(Type.String(), Rate, { description: 'By code; count where nobody gave a rate' }),
  reference_date: Type.String({ description: 'The day the reference rates are of' }),
  reference_source: Type.String(),
})

export type Rates = Static<typeof Rates>

const getRates = v1({
  route: 'GET /currencies/rates',
  summary: 'Get the exchange rates that totals are converted by',
  scopes: ['base'],
  reply: Rates,
  cost: 20,
  run: (_, crm) => allRates(crm),
})

const setRates = v1({
  route: 'PUT /currencies/rates',
  summary: 'Give exchange rates; those that are not named stay, null forgets one',
  scopes: ['admin'],
  rights: ['sales_admin'],
  body: {
    base: optional(Type.String({ maxLength: 10, description: "Refused when it is not the company's own currency" })),
    rates: Type.Record(CurrencyCode, nullable(Rate), { maxProperties: LIMITS.exchangeRates }),
  },
  reply: Rates,
  cost: 10,
  async run({ body: { base, rates } }, crm) {
    const { base: own } = await readRates(crm)
    if (base !== undefined && base !== own)
      throw failure('invalid', `base must be ${own}, the currency of the company`, { field: 'base' })
    await changeRates(crm, own, rates)
    return allRates(crm)
  },
})

async function allRates(crm: Crm) {
  return { ...(await readRates(crm)), reference_date: REFERENCE_DATE, reference_source: REFERENCE_SOURCE }
}

async function changeRates(crm: Crm, own: string, rates: Readonly<Record<string, number | null>>): Promise<void> {
  const codes = Object.keys(rates)
  const known = await lockRates(crm, codes)
  for (const code of codes) {
    const field = `rates.${code}`
    if (!known.some(currency => currency.code === code))
      throw failure('invalid', `${field} is not the code of a currency: GET /v1/currencies lists them`, { field })
    if (code === own && rates[code] !== 1) throw failure('invalid', `${field} is 1: rates are in ${own}`, { field })
  }
  const given = known
    .filter(({ code }) => code !== own)
    .map(({ code, rate }) => ({ code, before: rate, rate: rates[code] ?? null }))
  if (given.length === 0) return
  await storeRates(crm, given)
  for (const { code, before, rate } of given)
    if (before !== rate) await logChange(crm, 'currency', code, 'updated', { rate, rate_before: before })
}

export const exchangeRates = [getRates, setRates]
