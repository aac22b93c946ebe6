import { userInfo } from 'node:os'
import { auditCall } from '@portico/crm/base/access/auditStore'
import { commandLine } from '@portico/crm/base/changes/author'
import { listCompaniesOnServer } from '@portico/crm/company/companies/serverStore'
import type { Sql } from '@portico/kit/database/sql'
import type { Manifest } from './manifest.ts'

/** Every company finds in its audit log that what it has is that of a backup, which one, and who restored it. */
export async function auditRestored(sql: Sql, { createdAt }: Manifest): Promise<void> {
  const by = operatorName()
  for (const { id } of await listCompaniesOnServer(sql))
    await auditCall(commandLine(sql, id), 'restored', createdAt, { by })
}

/** The account of this machine that runs the command. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have a number and no name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
