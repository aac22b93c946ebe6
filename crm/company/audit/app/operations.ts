import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { AUDITED, type AuditAction } from '../../../base/access/auditStore.ts'
import { app } from '../../../base/api/operation.ts'
import { TimeText } from '../../../base/limits/atRest.ts'
import { cursorPage, cursorQuery, keyset, nextCursor } from '../../../base/lists/cursor.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { exportAudit } from '../exportAudit.ts'
import { type AuditQuery, listAudit } from '../store.ts'

const AuditEntry = Type.Object({
  id: Type.Integer(),
  time: Type.String(),
  user_id: nullable(Type.Integer()),
  email: nullable(Type.String()),
  credential: Type.String(),
  address: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
})

export type AuditEntry = Static<typeof AuditEntry>

const ACTIONS = Object.keys(AUDITED) as AuditAction[]

const which = {
  action: optional(oneOf(ACTIONS)),
  user_id: optional(Id),
  since: optional(TimeText),
  until: optional(TimeText),
}

interface Asked {
  action?: string | undefined
  user_id?: number | undefined
  since?: string | undefined
  until?: string | undefined
}

function queryOf({ action, user_id, since, until }: Asked): AuditQuery {
  return {
    action,
    userId: user_id,
    since: readTimeV1(since, 'since') ?? undefined,
    until: readTimeV1(until, 'until') ?? undefined,
  }
}

const getAudit = app({
  route: 'GET /audit',
  summary: 'Walk through the audit log of the company, the newest first',
  rights: ['can_see_security_dashboard'],
  query: { ...which, ...cursorQuery },
  reply: Type.Array(AuditEntry),
  beside: nextCursor,
  async run({ query }, crm) {
    const { limit = 100, cursor } = query
    const page = keyset({ column: 'id', type: 'bigint', direction: 'desc' }, cursor, 'a')
    return cursorPage<AuditEntry>(await listAudit(crm, queryOf(query), page, limit), limit)
  },
})

const getAuditExport = app({
  route: 'GET /audit/export',
  summary: 'Download the audit log of the company as CSV, the oldest first',
  rights: ['account_admin'],
  query: which,
  reply: Type.Unknown(),
  whole: true,
  run: async ({ query }, crm) =>
    new Response(exportAudit(crm, queryOf(query)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit.csv"',
        'cache-control': 'private, no-store',
      },
    }),
})

export const audit = [getAudit, getAuditExport]
