import { type Fed, shownAsRecent } from '../../../base/records/fed.ts'
import { maySeeFile } from '../visibility.ts'
import { recentFiles } from './recent.ts'
import { FileV1 } from './shape.ts'

export const fileFeed: Fed = {
  item: 'file',
  table: 'file',
  alias: 'file',
  scopes: ['deals:read', 'deals:full', 'activities:read', 'activities:full', 'contacts:read', 'contacts:full'],
  maySee: actor => maySeeFile(actor, 'file'),
  shape: FileV1,
  show: shownAsRecent(recentFiles),
}
