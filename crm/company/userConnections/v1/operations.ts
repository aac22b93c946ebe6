import { nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { findGoogleAccount } from './store.ts'

const getUserConnections = v1({
  route: 'GET /userConnections',
  summary: 'Get the outside accounts the calling user has connected',
  scopes: ['base'],
  reply: Type.Object({ google: nullable(Type.String()) }),
  cost: 20,
  run: async (_, crm) => ({ google: await findGoogleAccount(crm) }),
})

export const userConnections = [getUserConnections]
