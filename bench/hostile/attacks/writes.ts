import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { JSON_TYPE } from '../payloads.ts'

/** Writes that want the same rows, and as many of them as one is let. */
export const writes: Attack[] = [
  {
    name: 'twelve checkouts at once behind the age check',
    kind: 'many',
    product: 'market',
    signedIn: true,
    async run({ flood, world }) {
      const { buyerTokens } = world.attacker
      for (let round = 0; round < 3; round++)
        await flood(12, 12, n => ({
          path: '/api/books/checkoutCart',
          headers: {
            ...JSON_TYPE,
            authorization: `Bearer ${buyerTokens[n % buyerTokens.length]}`,
            cookie: `gate=${randomUUID()}.${randomUUID()}`,
          },
          body: '{}',
        }))
    },
  },
  {
    name: '40 merges of the same deals at once',
    kind: 'many',
    product: 'crm',
    signedIn: true,
    run: ({ flood, world }) =>
      flood(40, 20, n => {
        const { dealIds } = world.attacker
        return {
          method: 'PUT',
          path: `/v1/deals/${dealIds[10 + (n % 5)]}/merge`,
          as: 'crm',
          headers: JSON_TYPE,
          body: JSON.stringify({ merge_with_id: dealIds[10 + ((n + 1) % 5)] }),
        }
      }),
  },
  {
    name: 'the same 200 deals deleted 30 times at once',
    kind: 'many',
    product: 'crm',
    signedIn: true,
    run: ({ flood, world }) => {
      const ids = world.attacker.dealIds.slice(100, 300)
      return flood(30, 15, n => ({
        method: 'DELETE',
        path: `/v1/deals?ids=${(n % 2 ? ids : [...ids].reverse()).join()}`,
        as: 'crm',
      }))
    },
  },
  {
    name: 'the same deal changed 300 times at once',
    kind: 'many',
    product: 'crm',
    signedIn: true,
    run: ({ flood, world }) =>
      flood(300, 100, n => ({
        method: 'PATCH',
        path: `/api/v2/deals/${world.attacker.dealIds[0]}`,
        as: 'crm',
        headers: JSON_TYPE,
        body: JSON.stringify({ value: n }),
      })),
  },
  {
    name: 'upserts of 500 records, 6 at once',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(18, 6, n => ({
        path: `/api/v2/${n % 2 ? 'deals' : 'persons'}/upsert`,
        as: 'crm',
        headers: JSON_TYPE,
        body: JSON.stringify({
          records: Array.from({ length: 500 }, (_, at) =>
            n % 2 ? { title: `Deal ${n} ${at}` } : { name: `P ${n} ${at}` },
          ),
        }),
      })),
  },
  {
    name: '500 idempotency keys, and one key 200 times at once',
    kind: 'repeated',
    product: 'crm',
    signedIn: true,
    async run({ flood }) {
      const body = JSON.stringify({ title: 'Once' })
      const post = (key: string) => ({
        path: '/api/v2/deals',
        as: 'crm' as const,
        headers: { ...JSON_TYPE, 'idempotency-key': key },
        body,
      })
      await flood(500, 20, () => post(randomUUID()))
      const same = randomUUID()
      await flood(200, 50, () => post(same))
    },
  },
  {
    name: '500 books posted',
    kind: 'many',
    product: 'market',
    signedIn: true,
    run: ({ flood }) =>
      flood(500, 20, n => ({
        path: '/api/books/postBook',
        as: 'market',
        headers: JSON_TYPE,
        body: JSON.stringify({
          name: `Introduction to Calculus ${n}`,
          edition: 1,
          course: 'MTH 161',
          price: 10,
          condition: 'Good',
          comments: 'c'.repeat(2_000),
        }),
      })),
  },
  {
    name: 'one book put into the cart and taken out 300 times at once',
    kind: 'many',
    product: 'market',
    signedIn: true,
    run: ({ flood, world }) =>
      flood(300, 50, n => ({
        path: n % 2 ? '/api/user/addToCart' : '/api/user/removeFromCart',
        headers: { ...JSON_TYPE, authorization: `Bearer ${world.attacker.buyerTokens[0]}` },
        body: JSON.stringify({ bookID: world.ordinary.bookId }),
      })),
  },
]
