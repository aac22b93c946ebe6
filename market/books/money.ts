import { failure } from '@portico/kit/api/failure'

/** Money is stored as whole cents and sent as a number of dollars. */
export function centsOf(price: number, field = 'price'): number {
  const cents = Math.round(price * 100)
  if (!Number.isFinite(price) || Math.abs(cents - price * 100) > 1e-6)
    throw failure('invalid', `${field} has more than two decimal places`, { field })
  return cents
}

/** `$12.50`, from cents. */
export function dollars(cents: number): string {
  return `${cents < 0 ? '−' : ''}$${TWO_DECIMALS.format(Math.abs(cents) / 100)}`
}

const TWO_DECIMALS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
