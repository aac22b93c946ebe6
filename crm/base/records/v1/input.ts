import { failure } from '@portico/kit/api/failure'
import { Id, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { LIMITS } from '../../limits/atRest.ts'
import { LabelIds } from '../labelIds.ts'

/** Odd forms of v1 input that several kinds of record share. */

/** An id, or the relation as v1 writes it out: callers send back what they were shown. */
export const IdV1 = Type.Union([Id, Type.Object({ value: Id })])

export function idFromV1<T extends null | undefined>(given: Static<typeof IdV1> | T): number | T {
  return typeof given === 'object' && given !== null ? given.value : given
}

/** v1 writes numbers of visibility as text. */
export const VisibleToV1 = oneOf(['1', '3', '5', '7'])

/** Labels as v1 takes them, see `labelsFromV1`. */
export const LabelsV1 = Type.Union([Type.Integer(), Type.String({ maxLength: 2000 }), LabelIds])

/** One label id, several with commas, or a list; null or an empty text for none. */
export function labelsFromV1(
  given: number | string | number[] | null | undefined,
  field: string,
): number[] | undefined {
  if (given === undefined) return undefined
  if (given === null || given === '') return []
  const ids = typeof given === 'string' ? given.split(',').map(Number) : [given].flat()
  if (!ids.every(id => Number.isSafeInteger(id) && id > 0))
    throw failure('invalid', `${field} must be ids of labels`, { field })
  if (ids.length > LIMITS.labels) throw failure('invalid', `${field} are more than ${LIMITS.labels}`, { field })
  return [...new Set(ids)]
}
