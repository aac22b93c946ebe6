import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { sharedInput } from '../input.ts'

export const writableV2 = { ...sharedInput, is_enabled: optional(Type.Boolean()) }
