import { fragment } from '@portico/kit/database/sql'
import type { WhenPurged } from '../../base/records/lifecycle.ts'
import { removeImages } from './imageStore.ts'

export const whenPurged: WhenPurged = {
  table: 'product',
  named: [['file', 'product_id']],
  // A deal keeps its lines, and a line its product.
  neededBy: fragment`select from crm.deal_product x where x.company_id = r.company_id and x.product_id = r.id`,
  files: removeImages,
}
