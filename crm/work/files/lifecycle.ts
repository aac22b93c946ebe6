import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = {
  table: 'file',
  named: [],
  files: (sql, companyId, ids) => sql`
    select file_key as key from crm.file where company_id = ${companyId} and id = any(${ids}::bigint[]) and file_key is not null`,
}
