import { failure } from '@portico/kit/api/failure'
import { Id } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { listApps } from '../appStore.ts'
import { changeRedirect, removeApp } from '../manageApps.ts'

const App = Type.Object({
  id: Type.Integer(),
  client_id: Type.String(),
  name: Type.String(),
  redirect_uri: Type.String(),
  scopes: Type.Array(Type.String()),
  add_time: Type.String(),
})
export type App = Static<typeof App>

const getApps = app({
  route: 'GET /apps',
  summary: 'Get the OAuth apps that the company registered',
  rights: ['account_admin'],
  reply: Type.Array(App),
  run: (_, { sql, actor }) => listApps(sql, actor.companyId),
})

const putApp = app({
  route: 'PUT /apps/{id}',
  summary: 'Change the address that an OAuth app is answered at',
  rights: ['account_admin'],
  cost: 10,
  params: { id: Id },
  body: { redirect_uri: Type.String({ maxLength: 2000 }) },
  reply: App,
  run: ({ params, body }, crm) => changeRedirect(crm, params.id, body.redirect_uri),
})

const deleteApp = app({
  route: 'DELETE /apps/{id}',
  summary: 'Remove an OAuth app, with everything that anybody granted it',
  rights: ['account_admin'],
  cost: 6,
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  async run({ params: { id } }, crm) {
    if (!(await removeApp(crm, id))) throw failure('missing', 'There is no such app')
    return { id }
  },
})

export const appsOfCompany = [getApps, putApp, deleteApp]
