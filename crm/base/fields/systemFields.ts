import type { FieldEntity } from './catalog.ts'
import {
  BILLING_FREQUENCIES,
  CATEGORIES,
  CONTACT_LABELS,
  DEAL_LABELS,
  INDUSTRIES,
  MARKETING_STATUSES,
  NO_YES,
  STATUSES,
  VISIBILITIES,
} from './systemOptions.ts'

/** A field the product comes with. Its `code` is its key in v2, and its column where it has one. */
export interface SystemField {
  code: string
  name: string
  type: string
  /** Its key in v1, where that differs. */
  v1?: string
  /** Options that are the same in every company. */
  options?: readonly { id: number | string; label: string }[]
  /** Options a company starts with and then changes as it likes: label and colour. */
  firstOptions?: readonly (readonly [label: string, color: string | null])[]
  /** Options that are the rows of another resource. */
  optionsFrom?: 'activity_type' | 'lead_label'
  /** Not part of every answer: v2 shows it to those who ask with `include_fields`. */
  optional?: true
  mandatory?: true
}

/** All fields that every company has, in the order they are shown. */
export const SYSTEM_FIELDS: Record<FieldEntity, readonly SystemField[]> = {
  deal: dealFields(),
  person: personFields(),
  organization: organizationFields(),
  product: productFields(),
  activity: activityFields(),
  note: noteFields(),
  lead: leadFields(),
  project: [],
}

export function systemField(entity: FieldEntity, code: string): SystemField | undefined {
  return SYSTEM_FIELDS[entity].find(field => field.code === code)
}

/** How v1 calls a field. */
export function keyV1(entity: FieldEntity, code: string): string {
  return systemField(entity, code)?.v1 ?? code
}

type Rest = Omit<SystemField, 'code' | 'name' | 'type'>

function field(code: string, name: string, type: string, rest: Rest = {}): SystemField {
  return { code, name, type, ...rest }
}

function dealFields(): SystemField[] {
  return [
    field('id', 'ID', 'int'),
    field('title', 'Title', 'varchar', { mandatory: true }),
    field('creator_user_id', 'Creator', 'user'),
    field('owner_id', 'Owner', 'user', { v1: 'user_id' }),
    field('value', 'Value', 'monetary'),
    field('currency', 'Currency', 'varchar'),
    field('label_ids', 'Label', 'set', { v1: 'label', firstOptions: DEAL_LABELS }),
    field('person_id', 'Contact person', 'people'),
    field('org_id', 'Organization', 'org'),
    field('pipeline_id', 'Pipeline', 'pipeline', { v1: 'pipeline' }),
    field('stage_id', 'Stage', 'stage'),
    field('status', 'Status', 'status', { options: STATUSES }),
    field('probability', 'Probability', 'int'),
    field('lost_reason', 'Lost reason', 'varchar_options'),
    field('expected_close_date', 'Expected close date', 'date'),
    field('visible_to', 'Visible to', 'visible_to', { options: VISIBILITIES }),
    field('add_time', 'Deal created', 'date'),
    field('update_time', 'Update time', 'date'),
    field('stage_change_time', 'Last stage change', 'date'),
    field('won_time', 'Won time', 'date'),
    field('lost_time', 'Lost time', 'date'),
    field('close_time', 'Deal closed on', 'date'),
    field('is_archived', 'Archived', 'boolean'),
    field('archive_time', 'Archive time', 'date'),
    field('origin', 'Source origin', 'varchar'),
    field('origin_id', 'Source origin ID', 'varchar'),
    field('channel', 'Source channel', 'int'),
    field('channel_id', 'Source channel ID', 'varchar'),
    field('source_lead_id', 'Source lead', 'lead'),
    ...activityFacts(),
    field('products_count', 'Number of products', 'int', { optional: true }),
    field('participants_count', 'Number of participants', 'int', { optional: true }),
    field('weighted_value', 'Weighted value', 'monetary', { optional: true }),
    field('rotten_time', 'Rotting since', 'date', { optional: true }),
  ]
}

function personFields(): SystemField[] {
  return [
    field('id', 'ID', 'int'),
    field('name', 'Name', 'varchar', { mandatory: true }),
    field('first_name', 'First name', 'varchar'),
    field('last_name', 'Last name', 'varchar'),
    field('owner_id', 'Owner', 'user'),
    field('org_id', 'Organization', 'org'),
    field('emails', 'Email', 'varchar', { v1: 'email' }),
    field('phones', 'Phone', 'phone', { v1: 'phone' }),
    field('label_ids', 'Label', 'set', { v1: 'label', firstOptions: CONTACT_LABELS }),
    field('job_title', 'Job title', 'varchar'),
    field('birthday', 'Birthday', 'date'),
    field('notes', 'Notes', 'text'),
    field('im', 'Instant messenger', 'varchar'),
    field('postal_address', 'Postal address', 'address'),
    field('picture_id', 'Profile picture', 'picture'),
    field('marketing_status', 'Marketing status', 'enum', { options: MARKETING_STATUSES, optional: true }),
    field('visible_to', 'Visible to', 'visible_to', { options: VISIBILITIES }),
    field('add_time', 'Person created', 'date'),
    field('update_time', 'Update time', 'date'),
    ...activityFacts(),
    ...dealCounts(),
  ]
}

function organizationFields(): SystemField[] {
  return [
    field('id', 'ID', 'int'),
    field('name', 'Name', 'varchar', { mandatory: true }),
    field('owner_id', 'Owner', 'user'),
    field('label_ids', 'Label', 'set', { v1: 'label', firstOptions: CONTACT_LABELS }),
    field('address', 'Address', 'address'),
    field('website', 'Website', 'varchar'),
    field('linkedin', 'LinkedIn profile', 'varchar'),
    field('industry', 'Industry', 'enum', { firstOptions: INDUSTRIES }),
    field('annual_revenue', 'Annual revenue', 'double'),
    field('employee_count', 'Number of employees', 'double'),
    field('picture_id', 'Logo', 'picture'),
    field('visible_to', 'Visible to', 'visible_to', { options: VISIBILITIES }),
    field('add_time', 'Organization created', 'date'),
    field('update_time', 'Update time', 'date'),
    field('people_count', 'People', 'int', { optional: true }),
    ...activityFacts(),
    ...dealCounts(),
  ]
}

function productFields(): SystemField[] {
  return [
    field('id', 'ID', 'int'),
    field('name', 'Name', 'varchar', { mandatory: true }),
    field('code', 'Product code', 'varchar'),
    field('description', 'Description', 'text'),
    field('category', 'Category', 'enum', { firstOptions: CATEGORIES }),
    field('unit', 'Unit', 'varchar'),
    field('tax', 'Tax', 'double'),
    field('prices', 'Unit prices', 'price_list'),
    field('owner_id', 'Owner', 'user'),
    field('is_linkable', 'Can be added to deals', 'boolean', { v1: 'selectable' }),
    field('visible_to', 'Visible to', 'visible_to', { options: VISIBILITIES }),
    field('billing_frequency', 'Billing frequency', 'billing_frequency', { options: BILLING_FREQUENCIES }),
    field('billing_frequency_cycles', 'Billing cycles', 'int'),
    field('add_time', 'Product created', 'date'),
    field('update_time', 'Update time', 'date'),
  ]
}

function activityFields(): SystemField[] {
  return [
    field('id', 'ID', 'int'),
    field('subject', 'Subject', 'varchar', { mandatory: true }),
    field('type', 'Type', 'enum', { optionsFrom: 'activity_type' }),
    field('owner_id', 'Assigned to user', 'user', { v1: 'user_id' }),
    field('creator_user_id', 'Creator', 'user', { v1: 'created_by_user_id' }),
    field('due_date', 'Due date', 'date'),
    field('due_time', 'Due time', 'time'),
    field('duration', 'Duration', 'time'),
    field('done', 'Done', 'boolean'),
    field('marked_as_done_time', 'Marked as done time', 'date'),
    field('busy', 'Free/busy', 'boolean', { v1: 'busy_flag' }),
    field('deal_id', 'Deal', 'deal'),
    field('lead_id', 'Lead', 'lead'),
    field('person_id', 'Contact person', 'people'),
    field('org_id', 'Organization', 'org'),
    field('project_id', 'Project', 'project'),
    field('location', 'Location', 'address'),
    field('public_description', 'Public description', 'text'),
    field('note', 'Note', 'text'),
    field('priority', 'Priority', 'int'),
    field('outcome', 'Outcome', 'int'),
    field('participants', 'Participants', 'json'),
    field('attendees', 'Attendees', 'json', { optional: true }),
    field('conference_meeting_client', 'Conference client', 'varchar'),
    field('conference_meeting_url', 'Conference link', 'varchar'),
    field('conference_meeting_id', 'Conference ID', 'varchar'),
    field('add_time', 'Add time', 'date'),
    field('update_time', 'Update time', 'date'),
  ]
}

function noteFields(): SystemField[] {
  return [
    field('id', 'ID', 'int'),
    field('content', 'Content', 'text', { mandatory: true }),
    field('user_id', 'User', 'user'),
    field('deal_id', 'Deal', 'deal'),
    field('lead_id', 'Lead', 'lead'),
    field('person_id', 'Person', 'people'),
    field('org_id', 'Organization', 'org'),
    field('project_id', 'Project', 'project'),
    field('pinned_to_deal_flag', 'Pinned to deal', 'boolean', { options: NO_YES }),
    field('pinned_to_lead_flag', 'Pinned to lead', 'boolean', { options: NO_YES }),
    field('pinned_to_person_flag', 'Pinned to person', 'boolean', { options: NO_YES }),
    field('pinned_to_organization_flag', 'Pinned to organization', 'boolean', { options: NO_YES }),
    field('pinned_to_project_flag', 'Pinned to project', 'boolean', { options: NO_YES }),
    field('add_time', 'Add time', 'date'),
    field('update_time', 'Update time', 'date'),
  ]
}

function leadFields(): SystemField[] {
  return [
    field('id', 'ID', 'varchar'),
    field('title', 'Title', 'varchar', { mandatory: true }),
    field('owner_id', 'Owner', 'user'),
    field('creator_id', 'Creator', 'user'),
    field('label_ids', 'Label', 'set', { optionsFrom: 'lead_label' }),
    field('value', 'Value', 'monetary'),
    field('person_id', 'Contact person', 'people'),
    field('organization_id', 'Organization', 'org'),
    field('source_name', 'Source', 'varchar'),
    field('origin', 'Source origin', 'varchar'),
    field('origin_id', 'Source origin ID', 'varchar'),
    field('channel', 'Source channel', 'int'),
    field('channel_id', 'Source channel ID', 'varchar'),
    field('is_archived', 'Archived', 'boolean'),
    field('was_seen', 'Seen', 'boolean'),
    field('expected_close_date', 'Expected close date', 'date'),
    field('next_activity_id', 'Next activity', 'activity'),
    field('visible_to', 'Visible to', 'visible_to', { options: VISIBILITIES }),
    field('add_time', 'Lead created', 'date'),
    field('update_time', 'Update time', 'date'),
  ]
}

/** What a record knows of its activities and followers. */
function activityFacts(): SystemField[] {
  return [
    field('next_activity_date', 'Next activity date', 'date', { optional: true }),
    field('last_activity_date', 'Last activity date', 'date', { optional: true }),
    field('activities_count', 'Total activities', 'int', { optional: true }),
    field('done_activities_count', 'Done activities', 'int', { optional: true }),
    field('undone_activities_count', 'Activities to do', 'int', { optional: true }),
    field('followers_count', 'Followers', 'int', { optional: true }),
  ]
}

function dealCounts(): SystemField[] {
  return [
    field('open_deals_count', 'Open deals', 'int', { optional: true }),
    field('closed_deals_count', 'Closed deals', 'int', { optional: true }),
    field('won_deals_count', 'Won deals', 'int', { optional: true }),
    field('lost_deals_count', 'Lost deals', 'int', { optional: true }),
  ]
}
