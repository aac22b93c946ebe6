import { json } from '@portico/kit/api/json'
import { optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { listCurrencies } from './store.ts'

const Currency = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  decimal_points: Type.Integer(),
  symbol: Type.String(),
  active_flag: Type.Boolean(),
  is_custom_flag: Type.Boolean(),
})

export type Currency = Static<typeof Currency>

const getCurrencies = v1({
  route: 'GET /currencies',
  summary: 'Get all supported currencies',
  scopes: ['base'],
  query: { term: optional(Type.String({ description: 'Part of the name or of the code' })) },
  reply: Type.Array(Currency),
  cost: 20,
  run: async ({ query }, crm) => json<Currency[]>(await listCurrencies(crm, query.term)),
})

export const currencies = [getCurrencies]
