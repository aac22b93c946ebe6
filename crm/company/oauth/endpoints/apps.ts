import Type from 'typebox'
import { oauth } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { registerApp } from '../registerApp.ts'

const postApp = oauth({
  route: 'POST /apps',
  summary: 'Register an OAuth app; its secret is shown this once',
  rights: ['account_admin'],
  cost: 10,
  body: {
    name: Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters }),
    redirect_uri: Type.String({ maxLength: 2000 }),
    scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  },
  reply: Type.Object({
    client_id: Type.String(),
    client_secret: Type.String({ description: 'Shown this once' }),
  }),
  run: ({ body }, crm) => registerApp(crm, body),
})

export const appsEndpoint = [postApp]
