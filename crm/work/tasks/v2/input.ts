import { DateText, nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { changeable, Flag, writable } from '../input.ts'

const onlyV2 = {
  milestone: optional(Flag),
  start_date: optional(nullable(DateText)),
  priority: optional(nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
}

/** What a v2 caller may write beside the title and the project. */
export const writableV2 = { ...writable, ...onlyV2 }

export const changeableV2 = { ...changeable, ...onlyV2 }
