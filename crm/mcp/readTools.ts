import type { Tool } from './tool.ts'

const DEAL = [
  'id',
  'title',
  'value',
  'currency',
  'status',
  'pipeline_id',
  'stage_id',
  'owner_id',
  'person_id',
  'org_id',
]
const PERSON = ['id', 'name', 'emails', 'phones', 'job_title', 'org_id', 'owner_id', 'update_time']
const ORGANIZATION = ['id', 'name', 'address', 'website', 'owner_id', 'update_time']
const LEAD = ['id', 'title', 'value', 'person_id', 'organization_id', 'owner_id', 'expected_close_date', 'is_archived']
const ABOUT = ['deal_id', 'lead_id', 'person_id', 'org_id', 'project_id']
const ACTIVITY = ['id', 'subject', 'type', 'due_date', 'due_time', 'done', 'owner_id', ...ABOUT]
const PAGE_V2 = ['limit', 'cursor']
const PAGE_V1 = ['limit', 'start']
const SORT = ['sort_by', 'sort_direction']

/** Records of each kind: found, listed, and one with everything. */
export const readTools: readonly Tool[] = [
  {
    name: 'search_records',
    title: 'Search records',
    description: 'Finds deals, persons, organizations, leads, products, projects and files by words. Begin here.',
    api: 'crm-v2',
    route: 'GET /itemSearch',
    takes: ['term', 'item_types', 'fields', 'exact_match', ...PAGE_V2],
  },
  {
    name: 'list_deals',
    title: 'List deals',
    description: 'Lists deals that are not archived, by owner, contact, pipeline, stage, status or time of change.',
    api: 'crm-v2',
    route: 'GET /deals',
    takes: [
      ...['owner_id', 'person_id', 'org_id', 'pipeline_id', 'stage_id', 'status', 'updated_since', 'filter_id'],
      ...[...SORT, ...PAGE_V2],
    ],
    shows: [...DEAL, 'expected_close_date', 'update_time'],
  },
  {
    name: 'get_deal',
    title: 'Get a deal',
    description: 'Gives everything about one deal, custom fields included.',
    api: 'crm-v2',
    route: 'GET /deals/{id}',
    takes: ['id', 'as_of'],
  },
  {
    name: 'list_persons',
    title: 'List persons',
    description: 'Lists persons, by owner, organization, deal or time of change.',
    api: 'crm-v2',
    route: 'GET /persons',
    takes: ['owner_id', 'org_id', 'deal_id', 'updated_since', 'filter_id', ...SORT, ...PAGE_V2],
    shows: PERSON,
  },
  {
    name: 'get_person',
    title: 'Get a person',
    description: 'Gives everything about one person, custom fields included.',
    api: 'crm-v2',
    route: 'GET /persons/{id}',
    takes: ['id', 'as_of'],
  },
  {
    name: 'list_organizations',
    title: 'List organizations',
    description: 'Lists organizations, by owner or time of change.',
    api: 'crm-v2',
    route: 'GET /organizations',
    takes: ['owner_id', 'updated_since', 'filter_id', ...SORT, ...PAGE_V2],
    shows: ORGANIZATION,
  },
  {
    name: 'get_organization',
    title: 'Get an organization',
    description: 'Gives everything about one organization, custom fields included.',
    api: 'crm-v2',
    route: 'GET /organizations/{id}',
    takes: ['id', 'as_of'],
  },
  {
    name: 'list_leads',
    title: 'List leads',
    description: 'Lists leads that are not archived, by owner, person, organization or time of change.',
    api: 'crm-v1',
    route: 'GET /leads',
    takes: ['owner_id', 'person_id', 'organization_id', 'updated_since', 'filter_id', 'sort', ...PAGE_V1],
    shows: LEAD,
  },
  {
    name: 'get_lead',
    title: 'Get a lead',
    description: 'Gives everything about one lead.',
    api: 'crm-v1',
    route: 'GET /leads/{id}',
    takes: ['id'],
  },
  {
    name: 'list_activities',
    title: 'List activities',
    description: 'Lists calls, meetings, tasks and other activities, by owner, record or whether they are done.',
    api: 'crm-v2',
    route: 'GET /activities',
    takes: [
      ...['owner_id', 'deal_id', 'lead_id', 'person_id', 'org_id', 'done', 'updated_since', 'filter_id'],
      ...[...SORT, ...PAGE_V2],
    ],
    shows: ACTIVITY,
  },
  {
    name: 'get_activity',
    title: 'Get an activity',
    description: 'Gives everything about one activity.',
    api: 'crm-v2',
    route: 'GET /activities/{id}',
    takes: ['id'],
  },
  {
    name: 'list_products',
    title: 'List products',
    description: 'Lists products with their prices.',
    api: 'crm-v2',
    route: 'GET /products',
    takes: ['owner_id', 'updated_since', 'filter_id', ...SORT, ...PAGE_V2],
    shows: ['id', 'name', 'code', 'unit', 'tax', 'prices', 'owner_id'],
  },
  {
    name: 'get_product',
    title: 'Get a product',
    description: 'Gives everything about one product, custom fields included.',
    api: 'crm-v2',
    route: 'GET /products/{id}',
    takes: ['id'],
  },
  {
    name: 'list_notes',
    title: 'List notes',
    description: 'Lists notes, by the record they are on or by author; long ones are cut, get_note gives the whole.',
    api: 'crm-v1',
    route: 'GET /notes',
    takes: ['deal_id', 'lead_id', 'person_id', 'org_id', 'user_id', 'start_date', 'end_date', 'sort', ...PAGE_V1],
    shows: ['id', 'content', 'user_id', ...ABOUT, 'add_time', 'update_time'],
  },
  {
    name: 'get_note',
    title: 'Get a note',
    description: 'Gives one note with its content.',
    api: 'crm-v1',
    route: 'GET /notes/{id}',
    takes: ['id'],
  },
  {
    name: 'list_users',
    title: 'List users',
    description: 'Lists the people of the company, whose ids are owner_id and user_id of records.',
    api: 'crm-v1',
    route: 'GET /users',
    takes: [],
    shows: ['id', 'name', 'email', 'active_flag', 'is_you', 'timezone_name'],
  },
  {
    name: 'get_current_user',
    title: 'Get the current user',
    description: 'Tells who these calls are made as, in which company, with which currency and time zone.',
    api: 'crm-v1',
    route: 'GET /users/me',
    takes: [],
  },
]
