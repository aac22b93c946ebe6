import { csvLine } from '@portico/kit/files/csv'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { pulledTexts } from '../../base/api/pulledTexts.ts'
import { type AuditLine, type AuditQuery, auditAfter } from './store.ts'

const COLUMNS = ['id', 'time', 'user_id', 'email', 'credential', 'address', 'action', 'subject', 'detail'] as const
const BATCH = 1000

/** The audit log as CSV, read while it is sent. That it was exported is written down before the first line is. */
export function exportAudit(crm: Crm, query: AuditQuery): ReadableStream<Uint8Array> {
  const { actor, call, services } = crm
  const { companyId, userId, credential } = actor
  const lines = services.database
  let last: number | undefined

  async function begin(): Promise<string> {
    const entry = {
      companyId,
      action: 'exported',
      subject: 'audit',
      userId,
      credential,
      address: services.clientNetwork(call),
    } as const
    await lines.write(sql => writeAudit(sql, entry))
    last = 0
    return csvLine(COLUMNS)
  }

  async function next(after: number): Promise<string> {
    const found = await lines.read(sql => auditAfter(sql, companyId, query, after, BATCH))
    last = found.at(-1)?.id ?? after
    return found.map(line => csvLine(valuesOf(line))).join('')
  }

  return pulledTexts(() => (last === undefined ? begin() : next(last)))
}

function valuesOf(line: AuditLine): unknown[] {
  return COLUMNS.map(name => line[name])
}
