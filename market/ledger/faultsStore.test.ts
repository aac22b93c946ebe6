import type { Client } from '@portico/kit/database/connect'
import { expect, test } from 'vitest'
import { post } from '../testing/books.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { ledgerFaults } from './faultsStore.ts'

const market = await startTestMarket()
const [seller, buyer] = await Promise.all([market.member(), market.member()])
const book = await post(market, seller)
await market.sql`insert into market.cart_item select ${buyer.id}, ${book}, now()`
expect((await market.call('POST', '/books/checkoutCart', { token: buyer.token, body: { cart: [book] } })).status).toBe(
  200,
)

/** What is found after a mistake that is then taken back. */
async function faultsAfter(mistake: (sql: Client) => Promise<unknown>): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  await market.sql
    .begin(async sql => {
      // Rules of the database that would refuse it do not count: they may have been off.
      await sql`set local session_replication_role = replica`
      await mistake(sql as unknown as Client)
      found = await ledgerFaults(sql as unknown as Client)
      throw undone
    })
    .catch(error => {
      if (error !== undone) throw error
    })
  return found
}

test('nothing is wrong after a sale', async () => expect(await ledgerFaults(market.sql)).toEqual([]))

test.each([
  {
    name: 'an entry that is missing',
    mistake: (sql: Client) => sql`delete from market.ledger_entry where account = 'due_to_seller'`,
    told: [/^1 moves do not add up to zero$/, /^the account due_to_seller has 0 cents, by the sales it is -\d+$/],
  },
  {
    name: 'money of a sale that was taken back',
    mistake: (sql: Client) =>
      sql`update market.book set status = 0, purchase_id = null, buyer_id = null where id = ${book}`,
    told: [
      /^the account due_from_buyer has \d+ cents, by the sales it is 0$/,
      /^the account due_to_seller has -\d+ cents, by the sales it is 0$/,
      /^the account fee_expected has -\d+ cents, by the sales it is 0$/,
    ],
  },
  {
    name: 'a purchase of another sum',
    mistake: (sql: Client) => sql`update market.purchase set fee_cents = fee_cents + 1`,
    told: [/^1 purchases differ from the sum of their books$/],
  },
  {
    name: 'a book sold twice',
    mistake: (sql: Client) => sql`
      insert into market.purchase_item select (jsonb_populate_record(item, '{"purchase_id": "another", "drop_off_code": "another"}')).*
      from market.purchase_item item`,
    told: [/^1 books are sold twice$/],
  },
])('$name is told', async ({ mistake, told }) => {
  expect(await faultsAfter(mistake)).toEqual(told.map(pattern => expect.stringMatching(pattern)))
})
