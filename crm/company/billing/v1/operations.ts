import { json } from '@portico/kit/json'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'

const Addon = Type.Object({ code: Type.String() })

const getCompanyAddons = v1({
  route: 'GET /billing/subscriptions/addons',
  summary: 'Get the add-ons the company has',
  scopes: ['users:read'],
  reply: Type.Array(Addon),
  cost: 20,
  async run(_, { sql, actor }) {
    const [company] = await sql<{ addons: string }[]>`
      select (select coalesce(json_agg(json_build_object('code', code)), '[]')
        from jsonb_array_elements_text(coalesce(c.settings -> 'addons', '[]')) code)::text as addons
      from crm.company c where c.id = ${actor.companyId}`
    return json<{ code: string }[]>(company?.addons ?? '[]')
  },
})

export const companyAddons = [getCompanyAddons]
