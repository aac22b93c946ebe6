import type { Tool } from './tool.ts'

const DEAL = [
  ...['title', 'value', 'currency', 'owner_id', 'person_id', 'org_id', 'pipeline_id', 'stage_id', 'probability'],
  ...['expected_close_date', 'label_ids', 'custom_fields'],
]
const PERSON = ['name', 'emails', 'phones', 'job_title', 'org_id', 'owner_id', 'label_ids', 'custom_fields']
const ORGANIZATION = ['name', 'address', 'website', 'owner_id', 'label_ids', 'custom_fields']
const LEAD = ['title', 'value', 'person_id', 'organization_id', 'owner_id', 'expected_close_date']
const ABOUT = ['deal_id', 'lead_id', 'person_id', 'org_id']
const ACTIVITY = ['subject', 'type', 'owner_id', 'note', ...ABOUT]
const WHEN = ['due_date', 'due_time', 'duration']

/** What adds and changes records. There is none that deletes. */
export const writeTools: readonly Tool[] = [
  {
    name: 'create_deal',
    title: 'Create a deal',
    description: 'Adds a deal, in the first stage of the first pipeline unless told otherwise.',
    api: 'crm-v2',
    route: 'POST /deals',
    takes: DEAL,
  },
  {
    name: 'update_deal',
    title: 'Update a deal',
    description: 'Changes the given fields of a deal. To move, win or lose it there are tools of their own.',
    api: 'crm-v2',
    route: 'PATCH /deals/{id}',
    takes: ['id', ...DEAL],
  },
  {
    name: 'move_deal',
    title: 'Move a deal to a stage',
    description: 'Moves a deal to a stage of list_pipelines, which may be one of another pipeline.',
    api: 'crm-v2',
    route: 'PATCH /deals/{id}',
    takes: ['id', 'stage_id'],
    needs: ['stage_id'],
  },
  {
    name: 'mark_deal_won',
    title: 'Mark a deal as won',
    description: 'Sets the status of a deal to won.',
    api: 'crm-v2',
    route: 'PATCH /deals/{id}',
    takes: ['id', 'won_time'],
    sends: { status: 'won' },
  },
  {
    name: 'mark_deal_lost',
    title: 'Mark a deal as lost',
    description: 'Sets the status of a deal to lost, with the reason.',
    api: 'crm-v2',
    route: 'PATCH /deals/{id}',
    takes: ['id', 'lost_reason', 'lost_time'],
    sends: { status: 'lost' },
  },
  {
    name: 'create_person',
    title: 'Create a person',
    description: 'Adds a person. Search first: the person may be there already.',
    api: 'crm-v2',
    route: 'POST /persons',
    takes: PERSON,
    needs: ['name'],
  },
  {
    name: 'update_person',
    title: 'Update a person',
    description: 'Changes the given fields of a person; lists such as emails are replaced as a whole.',
    api: 'crm-v2',
    route: 'PATCH /persons/{id}',
    takes: ['id', ...PERSON],
  },
  {
    name: 'create_organization',
    title: 'Create an organization',
    description: 'Adds an organization. Search first: it may be there already.',
    api: 'crm-v2',
    route: 'POST /organizations',
    takes: ORGANIZATION,
  },
  {
    name: 'update_organization',
    title: 'Update an organization',
    description: 'Changes the given fields of an organization.',
    api: 'crm-v2',
    route: 'PATCH /organizations/{id}',
    takes: ['id', ...ORGANIZATION],
  },
  {
    name: 'create_lead',
    title: 'Create a lead',
    description: 'Adds a lead about a person or an organization.',
    api: 'crm-v1',
    route: 'POST /leads',
    takes: LEAD,
  },
  {
    name: 'update_lead',
    title: 'Update a lead',
    description: 'Changes the given fields of a lead; is_archived puts it away.',
    api: 'crm-v1',
    route: 'PATCH /leads/{id}',
    takes: ['id', ...LEAD, 'is_archived'],
  },
  {
    name: 'create_activity',
    title: 'Create an activity',
    description: 'Plans a call, a meeting, a task or another activity.',
    api: 'crm-v2',
    route: 'POST /activities',
    takes: [...ACTIVITY, ...WHEN],
    needs: ['subject'],
  },
  {
    name: 'update_activity',
    title: 'Update an activity',
    description: 'Changes the given fields of an activity; done ticks it off.',
    api: 'crm-v2',
    route: 'PATCH /activities/{id}',
    takes: ['id', ...ACTIVITY, ...WHEN, 'done'],
  },
  {
    name: 'log_activity',
    title: 'Log an activity that has happened',
    description: 'Adds an activity that is done, such as a call that just ended.',
    api: 'crm-v2',
    route: 'POST /activities',
    takes: [...ACTIVITY, ...WHEN],
    needs: ['subject'],
    sends: { done: true },
  },
  {
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note to a deal, a lead, a person or an organization.',
    api: 'crm-v1',
    route: 'POST /notes',
    takes: ['content', ...ABOUT],
  },
  {
    name: 'update_note',
    title: 'Update a note',
    description: 'Replaces the content of a note.',
    api: 'crm-v1',
    route: 'PUT /notes/{id}',
    takes: ['id', 'content'],
    needs: ['content'],
  },
]
