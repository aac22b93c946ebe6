import { failure } from '@portico/kit/api/failure'
import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { readIsbn } from '../books/isbn.ts'
import { tidy } from '../books/rules.ts'
import { daysBefore } from '../days.ts'
import { readSoldPrices } from './store.ts'

const YEAR = 365

export const PriceHistory = Type.Object({
  sold: Type.Integer({ description: 'How many copies were sold and charged within the last 365 days' }),
  lowest: nullable(Type.Number()),
  highest: nullable(Type.Number()),
  median: nullable(Type.Number()),
})

export const getPriceHistory = openOperation({
  route: 'GET /books/getPriceHistory',
  summary: 'What copies of a title were sold for within a year, by ISBN or else by the title',
  signIn: 'optional',
  query: { isbn: optional(Type.String({ maxLength: 40 })), name: optional(Type.String({ maxLength: 300 })) },
  reply: PriceHistory,
  async run({ query }, { sql, now }) {
    const { isbn13 } = readIsbn(query.isbn ?? '')
    const name = tidy(query.name ?? '')
    if (!isbn13 && !name) throw failure('invalid', 'isbn or name is required', { field: 'isbn' })
    const { sold, lowestCents, highestCents, medianCents } = await readSoldPrices(
      sql,
      { isbn13, name },
      daysBefore(now, YEAR),
    )
    return { sold, lowest: dollarsOf(lowestCents), highest: dollarsOf(highestCents), median: dollarsOf(medianCents) }
  },
})

function dollarsOf(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}
