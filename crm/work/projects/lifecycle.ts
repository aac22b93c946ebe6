import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = {
  table: 'project',
  named: [
    ['activity', 'project_id'],
    ['file', 'project_id'],
    ['note', 'project_id'],
    ['task', 'project_id'],
  ],
}
