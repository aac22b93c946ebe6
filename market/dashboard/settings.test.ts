import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buy, post, sell } from '../testing/books.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const owner = await market.member({ permissionType: 2, firstName: 'Olga' })
let seller: Member
let buyer: Member

beforeEach(async () => {
  seller = await market.member()
  buyer = await market.member({ firstName: 'Bea' })
})
afterAll(() => expectBalancedLedger(market.sql))

describe('settings', () => {
  test('the operator sets fee, price cap and course pattern, and they count at once', async () => {
    const reply = await market.put(
      '/dashboard/settings',
      { feePercent: 7.5, priceCap: 50, coursePattern: 'AAA 999' },
      owner,
    )

    expect(reply.data.settings).toMatchObject({ feePercent: 7.5, priceCap: 50, unlistDays: 62 })
    await expect(post(market, seller, { price: 51 })).rejects.toThrow('price')
    await expect(post(market, seller, { course: 'Biology' })).rejects.toThrow('course')
    const book = await post(market, seller, { price: 10 })
    expect((await buy(market, buyer, book)).data.fee).toBe(0.75)
    await market.put('/dashboard/settings', { feePercent: 5, priceCap: 200, coursePattern: '' }, owner)
  })

  test.each([
    { feePercent: -1 },
    { feePercent: 101 },
    { feePercent: 5.001 },
    { unlistDays: 0 },
    { warnDays: 62 },
    { staffAddress: 'nobody' },
    { universities: [{ name: 'X', domains: ['not a domain'] }] },
  ])('400 for %j', async body => {
    expect((await market.put('/dashboard/settings', body, owner)).status).toBe(400)
  })

  test('staff mail goes to the one address the operator names', async () => {
    await market.put('/dashboard/settings', { staffAddress: 'desk@campus.edu' }, owner)
    await sell(market, seller, buyer)
    await market.put('/dashboard/settings', { staffAddress: '' }, owner)

    const mails = await market.mails('desk@campus.edu')

    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toMatch(/^New transaction/)
  })
})
