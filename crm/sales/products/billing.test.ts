import { expect, test } from 'vitest'
import { decideBilling, ONE_TIME } from './billing.ts'

const monthly = { billing_frequency: 'monthly', billing_frequency_cycles: 6 } as const
const cycles = expect.objectContaining({ code: 'invalid', details: { field: 'billing_frequency_cycles' } })

test('stays as it is unless told', () => {
  expect(decideBilling(monthly, {})).toEqual(monthly)
  expect(decideBilling(ONE_TIME, {})).toEqual({ billing_frequency: 'one-time', billing_frequency_cycles: null })
})

test('a new frequency begins without a number of cycles, the same one keeps it', () => {
  expect(decideBilling(monthly, { billing_frequency: 'quarterly' })).toEqual({
    billing_frequency: 'quarterly',
    billing_frequency_cycles: null,
  })
  expect(decideBilling(monthly, { billing_frequency: 'monthly' })).toEqual(monthly)
  expect(decideBilling(monthly, { billing_frequency: 'one-time' })).toEqual(ONE_TIME)
})

test('a number of cycles is taken or taken away', () => {
  expect(decideBilling(monthly, { billing_frequency_cycles: 2 }).billing_frequency_cycles).toBe(2)
  expect(decideBilling(monthly, { billing_frequency_cycles: null }).billing_frequency_cycles).toBeNull()
})

test('one-time has no cycles, weekly has some', () => {
  expect(() => decideBilling(ONE_TIME, { billing_frequency_cycles: 1 })).toThrow(cycles)
  expect(() => decideBilling(monthly, { billing_frequency: 'weekly' })).toThrow(cycles)
  expect(decideBilling(monthly, { billing_frequency: 'weekly', billing_frequency_cycles: 9 })).toEqual({
    billing_frequency: 'weekly',
    billing_frequency_cycles: 9,
  })
})
