import { Id } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { endOtherOwnSessions, endOwnSession } from '../endSessions.ts'
import { listSessions } from '../store.ts'

const Session = Type.Object({
  id: Type.Integer(),
  agent: Type.String(),
  address: Type.String(),
  company_id: Type.Integer(),
  add_time: Type.String(),
  last_used_time: Type.String(),
  is_current: Type.Boolean(),
})
export type ListedSession = Static<typeof Session>

const getSessions = app({
  route: 'GET /sessions',
  summary: 'Get the places where the calling person is signed in',
  reply: Type.Array(Session),
  async run(_, { sql, actor }) {
    const sessions = await listSessions(sql, actor.accountId)
    return sessions.map(session => ({ ...session, is_current: actor.credential === `session:${session.id}` }))
  },
})

const deleteSession = app({
  route: 'DELETE /sessions/{id}',
  summary: 'End a session of the calling person',
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 2,
  async run({ params: { id } }, crm) {
    await endOwnSession(crm, id)
    return { id }
  },
})

const deleteOtherSessions = app({
  route: 'DELETE /sessions',
  summary: 'End every session of the calling person but the one that calls',
  cost: 5,
  reply: Type.Object({ ids: Type.Array(Type.Integer()) }),
  run: async (_, crm) => ({ ids: await endOtherOwnSessions(crm) }),
})

export const sessionsOfCaller = [getSessions, deleteSession, deleteOtherSessions]
