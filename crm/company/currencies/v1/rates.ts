import { failure } from '@portico/kit/failure'
import { nullable, optional } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import { requireAdmin } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { logChange } from '../../../base/changes/write.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'

/** What one unit of a currency is worth in the company's own. */
const Rate = Type.Number({ exclusiveMinimum: 0, maximum: 1e12 })

const Rates = Type.Object({
  base: Type.String({ description: "The company's own currency" }),
  rates: Type.Record(Type.String(), Rate, { description: 'By code; currencies nobody gave a rate for are not there' }),
  update_time: nullable(Type.String({ description: 'When a rate was last given' })),
})

const getRates = v1({
  route: 'GET /currencies/rates',
  summary: 'Get the exchange rates that totals are converted by',
  scopes: ['base'],
  reply: Rates,
  cost: 20,
  run: (_, crm) => readRates(crm),
})

const setRates = v1({
  route: 'PUT /currencies/rates',
  summary: 'Give exchange rates; those that are not named stay, null forgets one',
  scopes: ['admin'],
  body: {
    base: optional(Type.String({ maxLength: 10, description: "Refused when it is not the company's own currency" })),
    rates: Type.Record(CurrencyCode, nullable(Rate), { maxProperties: LIMITS.exchangeRates }),
  },
  reply: Rates,
  cost: 10,
  async run({ body: { base, rates } }, crm) {
    requireAdmin(crm)
    const { base: own } = await readRates(crm)
    if (base !== undefined && base !== own)
      throw failure('invalid', `base must be ${own}, the currency of the company`, { field: 'base' })
    await storeRates(crm, own, rates)
    return readRates(crm)
  },
})

async function readRates({ sql, actor }: Crm): Promise<Static<typeof Rates>> {
  const [found] = await sql<Static<typeof Rates>[]>`
    select c.default_currency as base,
      coalesce(json_object_agg(m.code, m.rate order by m.code) filter (where m.rate is not null), '{}') as rates,
      crm.time_v1(max(m.rate_time)) as update_time
    from crm.company c left join crm.currency m on m.company_id = c.id and m.code <> c.default_currency
    where c.id = ${actor.companyId} group by c.id`
  if (!found) throw failure('missing', 'Company not found')
  return found
}

async function storeRates(crm: Crm, own: string, rates: Readonly<Record<string, number | null>>): Promise<void> {
  const { sql, actor, now } = crm
  const codes = Object.keys(rates)
  const known = await sql<{ code: string; rate: number | null }[]>`
    select code, rate from crm.currency where company_id = ${actor.companyId} and code = any(${codes}::text[])
    order by code for update`
  for (const code of codes) {
    const field = `rates.${code}`
    if (!known.some(currency => currency.code === code))
      throw failure('invalid', `${field} does not name a currency`, { field })
    if (code === own && rates[code] !== 1) throw failure('invalid', `${field} is 1: rates are in ${own}`, { field })
  }
  const given = known
    .filter(({ code }) => code !== own)
    .map(({ code, rate }) => ({ code, before: rate, rate: rates[code] ?? null }))
  if (given.length === 0) return
  await sql`
    update crm.currency m set rate = given.rate, rate_time = ${now}
    from unnest(${given.map(({ code }) => code)}::text[], ${given.map(({ rate }) => rate)}::float8[]) given (code, rate)
    where m.company_id = ${actor.companyId} and m.code = given.code`
  for (const { code, before, rate } of given)
    if (before !== rate) await logChange(crm, 'currency', code, 'updated', { rate, rate_before: before })
}

export const exchangeRates = [getRates, setRates]
