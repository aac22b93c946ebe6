import { Id, named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { LIMITS } from '../../../base/limits/atRest.ts'

/** 0 or 1 */
export const Flag = Type.Integer({ minimum: 0, maximum: 1 })

export const Users = Type.Array(Id, { maxItems: LIMITS.teamUsers })

export const Team = named(
  'Team',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    description: nullable(Type.String()),
    manager_id: Type.Integer(),
    users: optional(Type.Array(Type.Integer(), { description: 'Not there with skip_users=1' })),
    active_flag: Flag,
    deleted_flag: Flag,
    add_time: Type.String(),
    created_by_user_id: Type.Integer(),
  }),
)
export type Team = Static<typeof Team>
