import { type KindName, RECORD_PLACES, type RecordId } from './places.ts'

/** A kind of record that has a screen, and where the server has what belongs to it. */
export interface RecordKind {
  /** As the change log calls it. */
  name: KindName
  label: string
  /** The field that a record is called by. */
  title: 'title' | 'name'
  path: `/${'v1' | 'v2'}/${string}`
  fieldsPath: `/v2/${string}`
  flowPath: (id: RecordId) => `/v1/${string}`
  screen: string
  /** How notes, activities and files name it. */
  link: 'deal_id' | 'person_id' | 'org_id'
  /** Fields that people fill in, in the order they are shown; those of the company's own come after them. */
  fields: readonly string[]
}

export const DEAL: RecordKind = {
  name: 'deal',
  ...RECORD_PLACES.deal,
  title: 'title',
  fieldsPath: '/v2/dealFields',
  flowPath: id => `/v1/deals/${id}/flow`,
  link: 'deal_id',
  fields: ['value', 'person_id', 'org_id', 'owner_id', 'expected_close_date', 'probability', 'label_ids', 'visible_to'],
}

export const PERSON: RecordKind = {
  name: 'person',
  ...RECORD_PLACES.person,
  title: 'name',
  fieldsPath: '/v2/personFields',
  flowPath: id => `/v1/persons/${id}/flow`,
  link: 'person_id',
  fields: ['emails', 'phones', 'org_id', 'owner_id', 'label_ids', 'visible_to'],
}

export const ORGANIZATION: RecordKind = {
  name: 'organization',
  ...RECORD_PLACES.organization,
  title: 'name',
  fieldsPath: '/v2/organizationFields',
  flowPath: id => `/v1/organizations/${id}/flow`,
  link: 'org_id',
  fields: ['address', 'website', 'linkedin', 'owner_id', 'label_ids', 'visible_to'],
}

export const KINDS: Readonly<Partial<Record<KindName, RecordKind>>> = {
  deal: DEAL,
  person: PERSON,
  organization: ORGANIZATION,
}
