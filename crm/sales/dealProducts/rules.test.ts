import { describe, expect, test } from 'vitest'
import { decideLine, type Line, lineOf, MOST_RECURRING, refuseComposition } from './rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const product = { id: 7, tax: 19, billing_frequency: 'one-time', billing_frequency_cycles: null } as const
const line: Line = lineOf(product, 'inclusive')
const naming = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })

test('a line begins as one piece for nothing, taxed as its product is', () => {
  expect(line).toEqual({
    product_id: 7,
    product_variation_id: null,
    item_price: 0,
    quantity: 1,
    discount: 0,
    discount_type: 'percentage',
    tax: 19,
    tax_method: 'inclusive',
    comments: null,
    is_enabled: true,
    billing_frequency: 'one-time',
    billing_frequency_cycles: null,
    billing_start_date: null,
  })
})

describe('a line that changes', () => {
  test('keeps what is not given', () => {
    expect(decideLine(line, { item_price: 5, quantity: undefined }, now)).toEqual({ ...line, item_price: 5 })
  })

  test('loses its variation with its product, not without', () => {
    const varied = { ...line, product_variation_id: 3 }
    expect(decideLine(varied, { product_id: 8 }, now).product_variation_id).toBeNull()
    expect(decideLine(varied, { product_id: 7 }, now).product_variation_id).toBe(3)
    expect(decideLine(varied, { quantity: 2 }, now).product_variation_id).toBe(3)
    expect(decideLine(varied, { product_id: 8, product_variation_id: 4 }, now).product_variation_id).toBe(4)
  })

  test('takes a frequency with its cycles', () => {
    const input = { billing_frequency: 'weekly', billing_frequency_cycles: 4 } as const
    expect(decideLine(line, input, now)).toMatchObject(input)
    expect(() => decideLine(line, { billing_frequency: 'weekly' }, now)).toThrow(naming('billing_frequency_cycles'))
  })
})

describe('a discount', () => {
  const priced = { ...line, item_price: 10, quantity: 2 }

  test('is at most all of it', () => {
    expect(decideLine(priced, { discount: 100 }, now).discount).toBe(100)
    expect(decideLine(priced, { discount: 20, discount_type: 'amount' }, now).discount).toBe(20)
    expect(
      decideLine({ ...line, item_price: 0.1, quantity: 3 }, { discount: 0.3, discount_type: 'amount' }, now),
    ).toBeTruthy()
    expect(decideLine({ ...line, item_price: -5 }, { discount: 0, discount_type: 'amount' }, now).discount).toBe(0)
  })

  test('is refused when it is more', () => {
    expect(() => decideLine(priced, { discount: 100.01 }, now)).toThrow(naming('discount'))
    expect(() => decideLine(priced, { discount: 20.01, discount_type: 'amount' }, now)).toThrow(naming('discount'))
  })

  test('of an amount may be more than a hundred', () => {
    expect(decideLine({ ...line, item_price: 500 }, { discount: 101, discount_type: 'amount' }, now).discount).toBe(101)
  })
})

describe('the day billing begins', () => {
  test.each(['2016-03-10', '2026-03-10', '2036-03-10'])('%s is near enough', billing_start_date => {
    expect(decideLine(line, { billing_start_date }, now).billing_start_date).toBe(billing_start_date)
  })

  test.each(['2016-03-09', '2036-03-11'])('%s is too far', billing_start_date => {
    expect(() => decideLine(line, { billing_start_date }, now)).toThrow(naming('billing_start_date'))
  })
})

describe('the lines of a deal together', () => {
  const once = { installments: 0, recurring: 0, enabled_recurring: 0, enabled_once: 1 }

  test('fit', () => {
    expect(refuseComposition(once)).toBeUndefined()
    expect(refuseComposition({ ...once, installments: 2 })).toBeUndefined()
    expect(refuseComposition({ ...once, recurring: MOST_RECURRING, enabled_recurring: MOST_RECURRING })).toBeUndefined()
    expect(refuseComposition({ ...once, enabled_once: 0 })).toBeUndefined()
  })

  test.each([
    ['billing_frequency', { ...once, recurring: MOST_RECURRING + 1 }],
    ['billing_frequency', { ...once, installments: 1, recurring: 1, enabled_recurring: 1 }],
    ['is_enabled', { ...once, installments: 1, enabled_once: 0 }],
  ])('do not fit, for %s', (field, composition) => {
    expect(() => refuseComposition(composition)).toThrow(naming(field))
  })
})
