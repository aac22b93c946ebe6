import type { WhenPurged } from '../../base/records/lifecycle.ts'
import { keysOfRecordings } from './store.ts'

export const whenPurged: WhenPurged = { table: 'call_log', named: [], files: keysOfRecordings }
