import { shownAsRecent, type Told } from '../../base/records/told.ts'
import { recentFiles } from './v1/recent.ts'
import { FileV1 } from './v1/shape.ts'
import { maySeeFile } from './visibility.ts'

export const toldFiles: Told = {
  logged: 'file',
  table: 'file',
  alias: 'file',
  maySee: actor => maySeeFile(actor, 'file'),
  feed: {
    scopes: ['deals:read', 'deals:full', 'activities:read', 'activities:full', 'contacts:read', 'contacts:full'],
    shape: FileV1,
    show: shownAsRecent(recentFiles),
  },
}
