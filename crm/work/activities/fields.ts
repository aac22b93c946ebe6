import { nullable, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { type FieldTable, field, longText, plain, plainField, text } from '../../base/fields/declaration.ts'

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** Every field of an activity. */
export const activityFields = {
  id: field('ID', 'int'),
  subject: field('Subject', 'varchar', { mandatory: true, write: 'stored' }),
  type: field('Type', 'enum', { optionsFrom: 'activity_type', comparedAs: 'word', write: 'stored' }),
  owner_id: field('Assigned to user', 'user', { v1: 'user_id', write: 'stored' }),
  creator_user_id: field('Creator', 'user', { v1: 'created_by_user_id', column: 'creator_id' }),
  due_date: field('Due date', 'date', { write: 'stored' }),
  due_time: field('Due time', 'time', { write: 'stored' }),
  // An interval, since an activity may take longer than a day has hours.
  duration: field('Duration', 'time', { computed: a => sql`${sql(a)}.duration::time`, write: 'stored' }),
  done: field('Done', 'boolean', { write: 'own' }),
  marked_as_done_time: field('Marked as done time', 'date'),
  busy: field('Free/busy', 'boolean', { v1: 'busy_flag', write: 'own' }),
  deal_id: field('Deal', 'deal', { write: 'stored' }),
  lead_id: field('Lead', 'lead', { comparedAs: 'word', write: 'stored' }),
  person_id: field('Contact person', 'people', { write: 'own' }),
  org_id: field('Organization', 'org', { write: 'stored' }),
  project_id: field('Project', 'project', { write: 'stored' }),
  location: field('Location', 'address', { write: 'stored' }),
  public_description: longText('Public description'),
  note: longText('Note'),
  priority: plain('Priority', 'int', Count, { shown: Type.Integer() }),
  outcome: plain('Outcome', 'int', Count, { shown: Type.Integer() }),
  participants: field('Participants', 'json', { write: 'own' }),
  attendees: field('Attendees', 'json', { optional: true, write: 'stored' }),
  conference_meeting_client: text('Conference client'),
  conference_meeting_url: plainField('Conference link', 'varchar', {
    input: optional(nullable(Type.String({ maxLength: 2000 }))),
    output: nullable(Type.String()),
  }),
  conference_meeting_id: text('Conference ID'),
  add_time: field('Add time', 'date'),
  update_time: field('Update time', 'date'),
} satisfies FieldTable
