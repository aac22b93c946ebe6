import { json } from '@portico/kit/api/json'
import { Id, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { APPS } from '../../../base/access/rights.ts'
import { v1 } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { addUser } from '../addUser.ts'
import { setActive } from '../setActive.ts'
import { User } from './shape.ts'
import { findUser } from './store.ts'

const ADMIN = { scopes: ['admin'], rights: ['account_admin'] } as const

const Access = Type.Object({
  app: oneOf(APPS),
  admin: optional(Type.Boolean()),
  permission_set_id: optional(Uuid),
})

const addNewUser = v1({
  route: 'POST /users',
  summary: 'Add a user and send an invitation; whoever was switched off comes back',
  ...ADMIN,
  body: {
    email: Type.String({ maxLength: LIMITS.lineCharacters }),
    access: optional(
      Type.Array(Access, { maxItems: APPS.length, description: 'Apps left out: the permission set of everybody' }),
    ),
    active_flag: optional(Type.Boolean({ default: true, description: 'false adds without an invitation' })),
  },
  reply: User,
  cost: 10,
  async run({ body: { email, access, active_flag } }, crm) {
    const { id } = await addUser(crm, { email, access, active: active_flag, invited: true })
    return json<Static<typeof User>>(await findUser(crm, id))
  },
})

const updateUser = v1({
  route: 'PUT /users/{id}',
  summary: 'Switch a user on or off; whoever is switched off is signed out everywhere, and their records stay',
  ...ADMIN,
  params: { id: Id },
  body: { active_flag: Type.Boolean() },
  reply: User,
  cost: 10,
  async run({ params: { id }, body: { active_flag } }, crm) {
    await setActive(crm, id, active_flag)
    return json<Static<typeof User>>(await findUser(crm, id))
  },
})

export const managedUsers = [addNewUser, updateUser]
