import { json } from '@portico/kit/json'
import { optional } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'

const Currency = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  decimal_points: Type.Integer(),
  symbol: Type.String(),
  active_flag: Type.Boolean(),
  is_custom_flag: Type.Boolean(),
})

const getCurrencies = v1({
  route: 'GET /currencies',
  summary: 'Get all supported currencies',
  scopes: ['base'],
  query: { term: optional(Type.String({ description: 'Part of the name or of the code' })) },
  reply: Type.Array(Currency),
  cost: 20,
  run: ({ query }, crm) => listCurrencies(crm, query.term),
})

async function listCurrencies({ sql, actor }: Crm, term = '') {
  const [found] = await sql<{ wire: string }[]>`
    select coalesce(json_agg(w order by w.code), '[]')::text as wire from (
      select id, code, name, decimal_points, symbol, active as active_flag, is_custom as is_custom_flag
      from crm.currency
      where company_id = ${actor.companyId} and (position(lower(${term}) in lower(name)) > 0 or position(lower(${term}) in lower(code)) > 0)
    ) w`
  return json<Static<typeof Currency>[]>(found?.wire ?? '[]')
}

export const currencies = [getCurrencies]
