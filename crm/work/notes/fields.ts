import { type FieldTable, field } from '../../base/fields/declaration.ts'
import { NO_YES } from '../../base/fields/systemOptions.ts'

/** Every field of a note. */
export const noteFields = {
  id: field('ID', 'int'),
  content: field('Content', 'text', { mandatory: true }),
  user_id: field('User', 'user'),
  deal_id: field('Deal', 'deal'),
  lead_id: field('Lead', 'lead'),
  person_id: field('Person', 'people'),
  org_id: field('Organization', 'org'),
  project_id: field('Project', 'project'),
  pinned_to_deal_flag: field('Pinned to deal', 'boolean', { options: NO_YES }),
  pinned_to_lead_flag: field('Pinned to lead', 'boolean', { options: NO_YES }),
  pinned_to_person_flag: field('Pinned to person', 'boolean', { options: NO_YES }),
  pinned_to_organization_flag: field('Pinned to organization', 'boolean', { options: NO_YES }),
  pinned_to_project_flag: field('Pinned to project', 'boolean', { options: NO_YES }),
  add_time: field('Add time', 'date'),
  update_time: field('Update time', 'date'),
} satisfies FieldTable
