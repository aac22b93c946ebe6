import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { post, sell, statusOf } from '../testing/books.ts'
import { DAY, START } from '../testing/clock.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { noticesOf } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const owner = await market.member({ permissionType: 2, firstName: 'Olga' })
const admin = await market.member({ permissionType: 1, firstName: 'Adam' })
let seller: Member
let buyer: Member

beforeEach(async () => {
  seller = await market.member()
  buyer = await market.member({ firstName: 'Bea' })
})
afterEach(() => {
  market.clock.now = START
})
afterAll(() => expectBalancedLedger(market.sql))

describe('deadlines', () => {
  test('the seller is reminded once and the sale lapses after as long again', async () => {
    const { book } = await sell(market, seller, buyer)

    market.clock.now = new Date(START.getTime() + 2 * DAY + 1000)
    await market.task('market:deadlines')
    await market.task('market:deadlines')
    const reminded = (await noticesOf(market, seller)).filter(kind => kind === 'dropOffDue')
    market.clock.now = new Date(START.getTime() + 4 * DAY + 1000)
    await market.task('market:deadlines')

    expect(reminded).toHaveLength(1)
    expect(await statusOf(market, book)).toBe(0)
    const [listed] = await market.sql`select listed_at as "at" from market.book where id = ${book}`
    expect(listed?.at, 'its seller has not renewed it').toEqual(START)
    await expectBalancedLedger(market.sql)
    expect(await noticesOf(market, buyer)).toContain('saleLapsed')
  })

  test('a book that was dropped off does not lapse', async () => {
    const { book } = await sell(market, seller, buyer)
    await market.send('/dashboard/verifyBook', { id: book }, admin)
    market.clock.now = new Date(START.getTime() + 10 * DAY)

    await market.task('market:deadlines')

    expect(await statusOf(market, book)).toBe(1)
  })
})

describe('unlisting old books', () => {
  test('62 days after the last renewal, one mail to each owner', async () => {
    const [old, renewed] = [await post(market, seller, { name: 'Old one' }), await post(market, seller)]
    const second = await post(market, seller, { name: 'Old two' })
    market.clock.now = new Date(START.getTime() + 60 * DAY)
    await market.sql`update market.book set listed_at = ${market.clock.now} where id = ${renewed}`
    market.clock.now = new Date(START.getTime() + 63 * DAY)
    const fresh = await market.member({ permissionType: 2 })

    const reply = await market.call('POST', '/dashboard/deactivateBooks', { token: fresh.token })

    expect(reply.status).toBe(200)
    expect(reply.data.unlisted).toBeGreaterThanOrEqual(2)
    expect([await statusOf(market, old), await statusOf(market, second), await statusOf(market, renewed)]).toEqual([
      5, 5, 0,
    ])
    const mails = (await market.mails(seller.email)).filter(mail => mail.subject === 'Your books were unlisted')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Old one')
  })

  test('by itself the market warns a week before', async () => {
    const book = await post(market, seller)
    market.clock.now = new Date(START.getTime() + 56 * DAY)
    await market.task('market:daily')
    const warned = await noticesOf(market, seller)
    market.clock.now = new Date(START.getTime() + 62.5 * DAY)
    await market.task('market:daily')
    const early = await statusOf(market, book)
    market.clock.now = new Date(START.getTime() + 63.5 * DAY)
    await market.task('market:daily')

    expect(warned).toContain('unlistSoon')
    expect([early, await statusOf(market, book)]).toEqual([0, 5])
  })

  test('without days to warn before it unlists at once and warns of nothing', async () => {
    const book = await post(market, seller)
    await market.put('/dashboard/settings', { warnDays: 0 }, owner)
    market.clock.now = new Date(START.getTime() + 62.5 * DAY)

    await market.task('market:daily')

    market.clock.now = START
    await market.put('/dashboard/settings', { warnDays: 7 }, owner)
    expect(await statusOf(market, book)).toBe(5)
    expect(await noticesOf(market, seller)).not.toContain('unlistSoon')
  })
})
