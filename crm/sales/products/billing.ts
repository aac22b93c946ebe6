import { failure } from '@portico/kit/api/failure'
import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'

/** How often something is billed. Everything but `one-time` recurs. */
export const BILLING_FREQUENCIES = ['one-time', 'annually', 'semi-annually', 'quarterly', 'monthly', 'weekly'] as const

export type BillingFrequency = (typeof BILLING_FREQUENCIES)[number]

const MAX_CYCLES = 208

/** What a caller may write about billing, in every version. */
export const billingInput = {
  billing_frequency: optional(oneOf(BILLING_FREQUENCIES)),
  billing_frequency_cycles: optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_CYCLES }))),
}

export interface Billing {
  billing_frequency: BillingFrequency
  /** How many times it is billed; null: without an end, or once. */
  billing_frequency_cycles: number | null
}

/** The billing after a write. A new frequency without a number of cycles begins without one. */
export function decideBilling(
  before: Billing,
  input: Partial<{ [K in keyof Billing]: Billing[K] | undefined }>,
): Billing {
  const billing_frequency = input.billing_frequency ?? before.billing_frequency
  const kept = billing_frequency === before.billing_frequency ? before.billing_frequency_cycles : null
  const billing_frequency_cycles = input.billing_frequency_cycles === undefined ? kept : input.billing_frequency_cycles
  if (billing_frequency === 'one-time' && billing_frequency_cycles !== null)
    throw wrongCycles('must be null for what is billed one-time')
  if (billing_frequency === 'weekly' && billing_frequency_cycles === null)
    throw wrongCycles('is required for what is billed weekly')
  return { billing_frequency, billing_frequency_cycles }
}

export const ONE_TIME: Billing = { billing_frequency: 'one-time', billing_frequency_cycles: null }

function wrongCycles(what: string) {
  return failure('invalid', `billing_frequency_cycles ${what}`, { field: 'billing_frequency_cycles' })
}
