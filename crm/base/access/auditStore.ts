import type { Sql } from '@portico/kit/database/sql'
import type { Author } from '../changes/author.ts'

/** What is written down about the keys of a company, with what the subject of each is. */
export const AUDITED = {
  signed_in: 'user',
  sign_in_failed: 'user',
  signed_out: 'session',
  session_ended: 'session',
  password_changed: 'user',
  second_factor_changed: 'user',
  passkey_changed: 'passkey',
  user_added: 'user',
  user_invited: 'user',
  user_activated: 'user',
  user_deactivated: 'user',
  rights_changed: 'user',
  permission_set_changed: 'permission set',
  role_changed: 'role',
  role_assigned: 'user',
  seen_as: 'user',
  team_changed: 'team',
  token_created: 'token',
  token_revoked: 'token',
  app_created: 'app',
  app_changed: 'app',
  app_removed: 'app',
  app_authorized: 'app',
  app_uninstalled: 'app',
  mail_account_changed: 'mail account',
  channel_changed: 'channel',
  meeting_link_changed: 'meeting link',
  calendar_address_changed: 'user',
  exported: 'records',
  export_made: 'export',
  export_downloaded: 'export',
  personal_data_told: 'person',
  person_forgotten: 'person',
  restored: 'backup',
  account_copied: 'company',
  company_changed: 'company',
} as const

export type AuditAction = keyof typeof AUDITED

export interface AuditEntry {
  companyId: number
  action: AuditAction
  /** The id of what it was done to. */
  subject: number | string
  /** Absent when nobody is signed in, and from the command line. */
  userId?: number | undefined
  credential?: string
  /** The network of the client, as limits count it. */
  address?: string
  detail?: object
}

/** Writes it down in the transaction of what was done: neither is there without the other. */
export async function writeAudit(sql: Sql, entry: AuditEntry): Promise<void> {
  const { companyId, action, subject, userId = null, credential = '', address = '', detail = {} } = entry
  await sql`
    insert into crm.audit (company_id, user_id, credential, address, action, subject, detail)
    values (${companyId}, ${userId}, ${credential}, ${address}, ${action}, ${`${AUDITED[action]} ${subject}`},
      ${JSON.stringify(detail)}::text::jsonb)`
}

/** The same for what the caller of an operation did, or a command. */
export async function auditCall(crm: Author, action: AuditAction, subject: number | string, detail: object = {}) {
  const { sql, actor, call, services } = crm
  const { companyId, userId, credential } = actor
  const address = services.clientNetwork(call)
  await writeAudit(sql, { companyId, action, subject, userId, credential, address, detail })
}
