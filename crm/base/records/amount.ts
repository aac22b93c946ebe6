import Type from 'typebox'

/** An amount of money. Sums and products of many still are numbers that JSON can carry. */
export const Amount = Type.Number({ minimum: -1e15, maximum: 1e15 })
