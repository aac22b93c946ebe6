import type { Field, Patch, ShownRecord } from './fieldValue.ts'
import { leadFieldsFrom, leadPatch, leadShown } from './leadWire.ts'
import { type KindName, RECORD_PLACES, type RecordId } from './places.ts'

/** A kind of record that has a screen, and where the server has what belongs to it. */
export interface RecordKind {
  /** As the change log calls it. */
  name: KindName
  label: string
  /** The field that a record is called by. */
  title: 'title' | 'name'
  path: `/${'v1' | 'v2'}/${string}`
  fieldsPath: `/${'v1' | 'v2'}/${string}`
  /** What else is asked of its fields: those that are demanded, and those that matter. */
  fieldFlags: string
  flowPath: (id: RecordId) => `/${string}`
  screen: string
  /** How notes, activities and files name it. */
  link: 'deal_id' | 'person_id' | 'org_id' | 'lead_id' | 'product_id' | 'project_id'
  /** Fields that people fill in, in the order they are shown; those of the company's own come after them. */
  fields: readonly string[]
  /** Of these the ones that are said below the title. */
  summary: readonly string[]
  /** Of these the ones that only the server writes. */
  fixed: readonly string[]
  /** What can be added to it. */
  composer: readonly ComposerPart[]
  /** What stands beside it. */
  side: readonly SidePart[]
  /** Where one can be merged into another, and the right to. */
  merging?: { path: (id: RecordId) => `/v1/${string}`; right: string }
  /** Whether it can be read as it was at some time. */
  hasPast: boolean
  /** How it differs from records of v2 on its way. */
  wire?: {
    fields: (given: never) => Field[]
    shown: (record: ShownRecord, fields: readonly Field[]) => ShownRecord
    patch: (patch: Patch, shown: ShownRecord, currency: string) => Patch
  }
}

const FLAGS = '&include_fields=required_fields,important_fields'

export type ComposerPart = 'Note' | 'Activity' | 'Mail' | 'Call' | 'File'

export type SidePart =
  | 'participants'
  | 'products'
  | 'followers'
  | 'files'
  | 'deals'
  | 'leads'
  | 'otherDeals'
  | 'people'
  | 'relationships'
  | 'prices'
  | 'variations'
  | 'dealsOfProduct'
  | 'projectLinks'

export const DEAL: RecordKind = {
  name: 'deal',
  ...RECORD_PLACES.deal,
  title: 'title',
  fieldsPath: '/v2/dealFields',
  fieldFlags: FLAGS,
  flowPath: id => `/v1/deals/${id}/flow`,
  link: 'deal_id',
  fields: ['value', 'person_id', 'org_id', 'owner_id', 'expected_close_date', 'probability', 'label_ids', 'visible_to'],
  summary: ['value', 'org_id', 'person_id', 'expected_close_date'],
  fixed: [],
  composer: ['Note', 'Activity', 'Mail', 'Call', 'File'],
  side: ['products', 'participants', 'files', 'followers', 'otherDeals'],
  merging: { path: id => `/v1/deals/${id}/merge`, right: 'can_merge_deals' },
  hasPast: true,
}

export const PERSON: RecordKind = {
  name: 'person',
  ...RECORD_PLACES.person,
  title: 'name',
  fieldsPath: '/v2/personFields',
  fieldFlags: FLAGS,
  flowPath: id => `/v1/persons/${id}/flow`,
  link: 'person_id',
  fields: ['emails', 'phones', 'org_id', 'owner_id', 'label_ids', 'visible_to'],
  summary: ['org_id'],
  fixed: [],
  composer: ['Note', 'Activity', 'Mail', 'Call', 'File'],
  side: ['deals', 'leads', 'files', 'followers'],
  merging: { path: id => `/v1/persons/${id}/merge`, right: 'can_merge_people' },
  hasPast: true,
}

export const ORGANIZATION: RecordKind = {
  name: 'organization',
  ...RECORD_PLACES.organization,
  title: 'name',
  fieldsPath: '/v2/organizationFields',
  fieldFlags: FLAGS,
  flowPath: id => `/v1/organizations/${id}/flow`,
  link: 'org_id',
  fields: ['address', 'website', 'linkedin', 'owner_id', 'label_ids', 'visible_to'],
  summary: ['address'],
  fixed: [],
  composer: ['Note', 'Activity', 'Call', 'File'],
  side: ['people', 'deals', 'leads', 'relationships', 'files', 'followers'],
  merging: { path: id => `/v1/organizations/${id}/merge`, right: 'can_merge_organizations' },
  hasPast: true,
}

export const LEAD: RecordKind = {
  name: 'lead',
  ...RECORD_PLACES.lead,
  title: 'title',
  fieldsPath: '/v1/leadFields',
  fieldFlags: '',
  flowPath: id => `/app/api/leads/${id}/flow`,
  link: 'lead_id',
  fields: [
    'value',
    'person_id',
    'organization_id',
    'owner_id',
    'label_ids',
    'expected_close_date',
    'source_name',
    'visible_to',
  ],
  summary: ['value', 'organization_id', 'person_id', 'label_ids'],
  fixed: ['source_name'],
  composer: ['Note', 'Activity', 'Mail', 'Call', 'File'],
  side: ['files'],
  hasPast: false,
  wire: { fields: leadFieldsFrom, shown: leadShown, patch: leadPatch },
}

export const PRODUCT: RecordKind = {
  name: 'product',
  ...RECORD_PLACES.product,
  title: 'name',
  fieldsPath: '/v2/productFields',
  fieldFlags: '',
  flowPath: id => `/app/api/products/${id}/flow`,
  link: 'product_id',
  fields: [
    'code',
    'category',
    'unit',
    'tax',
    'description',
    'owner_id',
    'is_linkable',
    'billing_frequency',
    'visible_to',
  ],
  summary: ['code', 'category'],
  fixed: [],
  composer: [],
  side: ['prices', 'variations', 'dealsOfProduct', 'files', 'followers'],
  hasPast: true,
}

export const PROJECT: RecordKind = {
  name: 'project',
  ...RECORD_PLACES.project,
  title: 'title',
  fieldsPath: '/v2/projectFields',
  fieldFlags: FLAGS,
  flowPath: id => `/app/api/projects/${id}/flow`,
  link: 'project_id',
  fields: ['owner_id', 'start_date', 'end_date', 'health_status', 'label_ids', 'description'],
  summary: ['health_status'],
  fixed: [],
  composer: ['Note', 'Activity', 'File'],
  side: ['projectLinks', 'files'],
  hasPast: false,
}

export const KINDS: Readonly<Record<KindName, RecordKind>> = {
  deal: DEAL,
  person: PERSON,
  organization: ORGANIZATION,
  lead: LEAD,
  product: PRODUCT,
  project: PROJECT,
}

/** How the log calls a change of the fields of a kind; leads have those of deals. */
export function fieldsItem({ name }: RecordKind): string {
  return name === 'lead' ? 'dealField' : `${name}Field`
}
