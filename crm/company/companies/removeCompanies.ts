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

export const REMOVE_COMPANIES = 'crm:remove-companies'

/** Rows deleted in one transaction: others are not kept waiting by a large company. */
const BATCH = 2000

/**
 * Removes the companies whose time has come, with everything of them: rows of every table, files, and people who belong
 * to no other company. Goes on where it was interrupted, and may run twice.
 */
export function removeCompaniesTask(database: Database, now: () => Date = () => new Date()) {
  return async (): Promise<void> => {
    for (const companyId of await database.read(sql => companiesToRemove(sql, now()))) {
      await removeCompany(database, companyId)
    }
  }
}

async function removeCompany(database: Database, companyId: number): Promise<void> {
  for (const table of await database.read(companyTables)) {
    const deleteSome = table.name === 'crm.app_user' ? deleteSomeUsers : rowsAndFilesOf(table)
    while ((await database.write(sql => deleteSome(sql, companyId, BATCH))) === BATCH) {}
  }
  await database.write(sql => deleteCompany(sql, companyId))
}

/** Files are taken out of the store when their rows are gone for good. */
function rowsAndFilesOf(table: CompanyTable) {
  return async (sql: Sql, companyId: number, most: number): Promise<number> => {
    const { rows, files } = await deleteSomeRows(sql, table, companyId, most)
    await removeFilesLater(sql, files)
    return rows
  }
}
