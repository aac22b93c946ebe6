import { failure } from '@portico/kit/api/failure'
import { Id, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { listInstalledApps } from '../appStore.ts'
import { uninstallOwn } from '../uninstallOwn.ts'

const InstalledApp = Type.Object({
  id: Type.Integer(),
  client_id: Type.String(),
  name: Type.String(),
  company: Type.String({ description: 'Who registered it' }),
  scopes: Type.Array(Type.String()),
  add_time: Type.String(),
  last_used_time: nullable(Type.String()),
})
export type InstalledApp = Static<typeof InstalledApp>

const getInstalledApps = app({
  route: 'GET /installedApps',
  summary: 'Get the OAuth apps that act for the calling user',
  reply: Type.Array(InstalledApp),
  run: (_, { sql, actor }) => listInstalledApps(sql, actor.companyId, actor.userId),
})

const deleteInstalledApp = app({
  route: 'DELETE /installedApps/{id}',
  summary: 'Uninstall an OAuth app: everything that the calling user granted it ends, and it is told',
  cost: 6,
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  async run({ params: { id } }, crm) {
    if (!(await uninstallOwn(crm, id))) throw failure('missing', 'There is no such app')
    return { id }
  },
})

export const installedApps = [getInstalledApps, deleteInstalledApp]
