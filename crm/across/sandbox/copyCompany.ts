import { failure } from '@portico/kit/api/failure'
import { violates } from '@portico/kit/database/errors'
import type { Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import { writeAudit } from '../../base/access/auditStore.ts'
import { insertToken } from '../../company/tokens/store.ts'
import { runningErasures } from '../personalData/erasureStore.ts'
import { ERASE } from '../personalData/forget.ts'
import {
  copiedTables,
  copyRows,
  findOwner,
  insertCopy,
  shareFiles,
  switchTriggersOff,
  switchTriggersOn,
} from './store.ts'

export interface Copy {
  companyId: number
  rows: number
  /** Of its owner; nobody is shown it again. */
  token: string
  owner: string
}

/**
 * Copies a company within the database, under another short name: all records with their ids, people with their rights,
 * settings and the change log. What opens the original, or would act outside, is left behind (`treatment.ts`). Callers
 * begin the transaction, as of one moment (`repeatable read`).
 */
export async function copyCompany(
  sql: Sql,
  from: { id: number; name: string },
  { domain, progress = () => {} }: { domain: string; progress?: (table: string, rows: number) => void },
): Promise<Copy> {
  const owner = await findOwner(sql, from.id)
  if (!owner) throw failure('conflict', `${from.name} has no active admin whom the copy could belong to`)
  const to = await insertCopy(sql, from.id, { domain, name: `${from.name} (${domain})` }).catch(error => {
    if (violates(error)) throw failure('conflict', `There is a company ${domain} already`, { field: 'domain' })
    throw error
  })
  const tables = await copiedTables(sql)
  const off = await switchTriggersOff(sql, tables)
  let rows = 0
  for (const table of tables) {
    await shareFiles(sql, table, from.id)
    const copied = await copyRows(sql, table, { from: from.id, to })
    rows += copied
    progress(table.name, copied)
  }
  await switchTriggersOn(sql, tables, off)
  const { id, token } = await insertToken(sql, { companyId: to, userId: owner.id, name: 'sandbox' })
  await writeAudit(sql, { companyId: to, action: 'token_created', subject: id, credential: 'command' })
  await writeAudit(sql, {
    ...{ companyId: from.id, action: 'company_changed', subject: from.id, credential: 'command' },
    detail: { copied_to: domain },
  })
  // Whoever is being forgotten in the original at this moment is to be in the copy too.
  if ((await runningErasures(sql)).some(({ company_id }) => Number(company_id) === to))
    await addJob(sql, ERASE, {}, { maxAttempts: 3 })
  return { companyId: to, rows, token, owner: owner.email }
}
