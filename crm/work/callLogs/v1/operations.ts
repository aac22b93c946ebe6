import { optional, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetList, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createCall, removeCall } from '../write.ts'
import { callFromV1, callLogBody } from './input.ts'
import { CallLogV1 } from './shape.ts'
import { findCall, selectCalls } from './store.ts'

const scopes = ['phone-integration'] as const
const params = { id: Uuid }
const MOST = 50

const getCallLogs = v1({
  route: 'GET /callLogs',
  summary: 'Get the calls of the caller, the latest first',
  scopes,
  query: {
    start: optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: `At most ${MOST}` })),
  },
  reply: Type.Array(CallLogV1),
  beside: pagination,
  cost: 20,
  async run({ query }, crm) {
    const page = pageOf({ limit: MOST, ...query }, MOST)
    const rows = await selectCalls(crm, sql`c.user_id = ${crm.actor.userId}`, { ...page, limit: page.limit + 1 })
    return offsetList<CallLogV1>(
      rows.map(row => row.wire),
      page,
    )
  },
})

const addCallLog = v1({
  route: 'POST /callLogs',
  summary: 'Log a call',
  scopes,
  body: callLogBody,
  reply: CallLogV1,
  cost: 10,
  run: async ({ body }, crm) => oneCall(crm, await createCall(crm, callFromV1(body))),
})

const getCallLog = v1({
  route: 'GET /callLogs/{id}',
  summary: 'Get a call',
  scopes,
  params,
  reply: CallLogV1,
  cost: 2,
  run: ({ params }, crm) => oneCall(crm, params.id),
})

const deleteCallLog = v1({
  route: 'DELETE /callLogs/{id}',
  summary: 'Delete a call, and its recording with it',
  ifMatch: true,
  scopes,
  params,
  reply: Type.Null(),
  cost: 6,
  async run({ params }, crm) {
    await removeCall(crm, params.id)
    return null
  },
})

async function oneCall(crm: Crm, id: string) {
  return oneRecord<CallLogV1>(await findCall(crm, id), 'Call log')
}

export const callLogs = [getCallLogs, addCallLog, getCallLog, deleteCallLog]
