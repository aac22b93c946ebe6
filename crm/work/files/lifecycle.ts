import type { WhenPurged } from '../../base/records/lifecycle.ts'
import { keysOfFiles } from './store.ts'

export const whenPurged: WhenPurged = {
  table: 'file',
  named: [],
  files: keysOfFiles,
}
