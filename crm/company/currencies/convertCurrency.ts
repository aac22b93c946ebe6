import { type Fragment, fragment } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { TargetCurrency } from './targetStore.ts'

/**
 * The one way in which money of one currency becomes money of another. Amounts are added up by currency first, each sum
 * is converted once and rounded to the decimals of the target, so what is shown of the parts adds up to the total.
 *
 * What `amount` (in the currency `crm.currency money`) is worth in the target, as a numeric: by the company's own rates
 * where it gave one, else by the reference rates; null while neither knows the currency.
 */
export function convertedInto(target: TargetCurrency, amount: Fragment): Fragment {
  const { code, decimals, home, homeReference, rate, reference } = target
  // Worth of one unit in the company's own currency, as a fraction, so that only one division rounds.
  const own = fragment`case when money.code = ${home} then 1 else money.rate::numeric end`
  const worth = fragment`coalesce(${own}, ${homeReference}::numeric)`
  const per = fragment`case when ${own} is null then money.reference_rate else 1 end`
  const targetWorth = rate ?? homeReference
  const targetPer = rate === null ? reference : '1'
  return fragment`case when money.code = ${code} then ${amount}
    else round(${amount} * ${worth} * ${targetPer}::numeric / (${per} * ${targetWorth}::numeric), ${decimals}::integer) end`
}

/** A sum of one currency that a converted total is made of. */
interface Part {
  currency: string
  count: number
  value: number
}

export const NotConverted = Type.Record(
  Type.String(),
  Type.Object({ count: Type.Integer(), value: Type.Number({ description: 'In the currency itself' }) }),
  {
    description:
      'Money that the converted totals leave out, by currency, because no rate is known for it. Not there when nothing is left out',
  },
)

/** Says what a converted total leaves out: parts of which nobody knows what they are worth. Nothing when it has it all. */
export function notConverted<P extends Part>(
  parts: readonly P[],
  isConverted: (part: P) => boolean,
): { not_converted?: Static<typeof NotConverted> } {
  const left = new Map<string, { count: number; value: number }>()
  for (const part of parts) {
    if (isConverted(part) || part.value === 0) continue
    const before = left.get(part.currency) ?? { count: 0, value: 0 }
    left.set(part.currency, { count: before.count + part.count, value: before.value + part.value })
  }
  return left.size > 0 ? { not_converted: Object.fromEntries(left) } : {}
}

/** Adds up what is known of some amounts; the noise of binary fractions (0.1 + 0.2) does not show. */
export function addUp(amounts: readonly (number | null)[]): number {
  const [first = 0, ...rest] = amounts.filter(amount => amount !== null)
  return rest.length === 0 ? first : Number(rest.reduce((sum, amount) => sum + amount, first).toPrecision(15))
}

/** An amount as `crm.formatted_money` writes it: cents only when there are any. */
export function formatMoney(amount: number, symbol: string): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const digits = cents % 100 === 0 ? 0 : 2
  const text = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${amount < 0 ? '-' : ''}${symbol}${text}`
}
