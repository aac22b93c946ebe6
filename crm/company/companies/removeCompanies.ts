import type { Database } from '@portico/kit/database/database'
import type { Sql } from '@portico/kit/database/sql'
import { removeFilesLater } from '../../base/records/removeFiles.ts'
import {
  type CompanyTable,
  companiesToRemove,
  companyTables,
  deleteCompany,
  deleteSomeRows,
  deleteSomeUsers,
} from './removalStore.ts'
import { maySkipChecks, onWholeCompany, WHOLE_COMPANY_LOCK } from './wholeCompanyStore.ts'

export const REMOVE_COMPANIES = 'crm:remove-companies'

/** Rows deleted in one transaction: others are not kept waiting by a large company. */
const BATCH = 2000

/**
 * Removes the companies whose time has come, with everything of them: rows of every table, files, and people who belong
 * to no other company. Goes on where it was interrupted, and may run twice. A copy that is still being made is left alone.
 */
export function removeCompaniesTask(database: Database, now: () => Date = () => new Date()) {
  return async (): Promise<void> => {
    for (const companyId of await database.read(sql => companiesToRemove(sql, now()))) {
      const hold = await database.hold(WHOLE_COMPANY_LOCK, companyId)
      if (!hold) continue
      try {
        await removeCompany(database, companyId)
      } finally {
        await hold.release()
      }
    }
  }
}

async function removeCompany(database: Database, companyId: number): Promise<void> {
  const skipsChecks = await database.read(maySkipChecks)
  for (const table of await database.read(companyTables)) {
    const deleteSome = table.name === 'crm.app_user' ? deleteSomeUsers : rowsAndFilesOf(table, skipsChecks)
    while ((await database.write(sql => deleteSome(sql, companyId, BATCH))) === BATCH) {}
  }
  await database.write(sql => deleteCompany(sql, companyId))
}

/** Files are taken out of the store when their rows are gone for good. */
function rowsAndFilesOf(table: CompanyTable, skipsChecks: boolean) {
  return async (sql: Sql, companyId: number, most: number): Promise<number> => {
    const { rows, files } = await onWholeCompany(sql, skipsChecks, () => deleteSomeRows(sql, table, companyId, most))
    await removeFilesLater(sql, files)
    return rows
  }
}
