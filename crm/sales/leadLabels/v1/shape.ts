import { named, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

export const LABEL_COLORS = [
  'blue',
  'brown',
  'dark-gray',
  'gray',
  'green',
  'orange',
  'pink',
  'purple',
  'red',
  'yellow',
] as const

export const Color = oneOf(LABEL_COLORS)

export const LeadLabel = named(
  'LeadLabel',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    color: Color,
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)
export type LeadLabel = Static<typeof LeadLabel>
