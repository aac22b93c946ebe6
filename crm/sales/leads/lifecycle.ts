import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = {
  table: 'lead',
  named: [
    ['activity', 'lead_id'],
    ['file', 'lead_id'],
    ['note', 'lead_id'],
    ['mail_thread', 'lead_id'],
    ['call_log', 'lead_id'],
  ],
}
