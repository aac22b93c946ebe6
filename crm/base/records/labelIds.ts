import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { LIMITS } from '../limits/atRest.ts'

/** Ids of labels, which are options of the field of labels of a kind of record. */
export const LabelIds = Type.Array(Id, { maxItems: LIMITS.labels })
