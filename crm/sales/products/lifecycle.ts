import { fragment } from '@portico/kit/database/sql'
import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = {
  table: 'product',
  named: [['file', 'product_id']],
  // A deal keeps its lines, and a line its product.
  neededBy: fragment`select from crm.deal_product x where x.company_id = r.company_id and x.product_id = r.id`,
  files: (sql, companyId, ids) => sql`
    delete from crm.product_image where company_id = ${companyId} and product_id = any(${ids}::bigint[]) returning file_key as key`,
}
