import { json } from '@portico/kit/api/json'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { findAddons } from './store.ts'

const Addon = Type.Object({ code: Type.String() })

const getCompanyAddons = v1({
  route: 'GET /billing/subscriptions/addons',
  summary: 'Get the add-ons the company has',
  scopes: ['users:read'],
  reply: Type.Array(Addon),
  cost: 20,
  run: async (_, crm) => json<{ code: string }[]>(await findAddons(crm)),
})

export const companyAddons = [getCompanyAddons]
