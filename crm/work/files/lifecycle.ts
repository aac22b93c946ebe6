import type { WhenPurged } from '../../base/records/lifecycle.ts'
import { keysOfFiles } from './store.ts'
import { linksOf } from './visibility.ts'

export const whenPurged: WhenPurged = {
  table: 'file',
  named: [],
  linkedBy: linksOf,
  files: keysOfFiles,
}
