import { nullable } from '@portico/kit/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'

const getUserConnections = v1({
  route: 'GET /userConnections',
  summary: 'Get the outside accounts the calling user has connected',
  scopes: ['base'],
  reply: Type.Object({ google: nullable(Type.String()) }),
  cost: 20,
  async run(_, { sql, actor }) {
    const [user] = await sql<{ google: string | null }[]>`
      select settings -> 'connections' ->> 'google' as google from crm.app_user
      where company_id = ${actor.companyId} and id = ${actor.userId}`
    return { google: user?.google ?? null }
  },
})

export const userConnections = [getUserConnections]
