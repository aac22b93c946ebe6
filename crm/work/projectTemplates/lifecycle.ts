import type { WhenPurged } from '../../base/records/lifecycle.ts'

export const whenPurged: WhenPurged = { table: 'project_template', named: [['project', 'template_id']] }
