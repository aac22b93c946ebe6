import { fragment as sql } from '@portico/kit/database/sql'
import type { WhenPurged } from '../../base/records/lifecycle.ts'

/** A task goes with its project. */
export const whenPurged: WhenPurged = {
  table: 'task',
  named: [['note', 'task_id']],
  linkedBy: alias => sql`${sql(alias)}.project_id`,
}
