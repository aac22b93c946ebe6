import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = { table: 'goal', named: [] }
