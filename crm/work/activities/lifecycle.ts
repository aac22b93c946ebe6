import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = {
  table: 'activity',
  named: [
    ['file', 'activity_id'],
    ['call_log', 'activity_id'],
  ],
}
