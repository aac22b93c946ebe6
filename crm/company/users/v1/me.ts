import { json } from '@portico/kit/api/json'
import type { Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { CurrentUser } from './shape.ts'
import { findCurrentUser } from './store.ts'

const getCurrentUser = v1({
  route: 'GET /users/me',
  summary: 'Get the user who makes the call',
  scopes: ['base'],
  reply: CurrentUser,
  cost: 2,
  run: async (_, crm) => json<Static<typeof CurrentUser>>(await findCurrentUser(crm)),
})

export const me = [getCurrentUser]
