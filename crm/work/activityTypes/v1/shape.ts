import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

export const ICONS = [
  'task',
  'email',
  'meeting',
  'deadline',
  'call',
  'lunch',
  'calendar',
  'downarrow',
  'document',
  'smartphone',
  'camera',
  'scissors',
  'cogs',
  'bubble',
  'uparrow',
  'checkbox',
  'signpost',
  'shuffle',
  'addressbook',
  'linegraph',
  'picture',
  'car',
  'world',
  'search',
  'clip',
  'sound',
  'brush',
  'key',
  'padlock',
  'pricetag',
  'suitcase',
  'finish',
  'plane',
  'loop',
  'wifi',
  'truck',
  'cart',
  'bulb',
  'bell',
  'presentation',
] as const

export const Icon = oneOf(ICONS)

export const ActivityType = named(
  'ActivityType',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    icon_key: Icon,
    color: nullable(Type.String({ description: 'Six hexadecimal digits' })),
    order_nr: Type.Integer(),
    key_string: Type.String(),
    active_flag: Type.Boolean(),
    is_custom_flag: Type.Boolean(),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)

export type ActivityType = Static<typeof ActivityType>
