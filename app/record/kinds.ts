/** A kind of record that has a screen, and where the server has what belongs to it. */
export interface RecordKind {
  /** As the change log calls it. */
  name: 'deal' | 'person' | 'organization'
  label: string
  /** The field that a record is called by. */
  title: 'title' | 'name'
  path: `/v2/${string}`
  fieldsPath: `/v2/${string}`
  flowPath: (id: number) => `/v1/${string}`
  screen: string
  /** How notes, activities and files name it. */
  link: 'deal_id' | 'person_id' | 'org_id'
  /** Fields that people fill in, in the order they are shown; those of the company's own come after them. */
  fields: readonly string[]
}

export const DEAL: RecordKind = {
  name: 'deal',
  label: 'Deal',
  title: 'title',
  path: '/v2/deals',
  fieldsPath: '/v2/dealFields',
  flowPath: id => `/v1/deals/${id}/flow`,
  screen: '/app/deals',
  link: 'deal_id',
  fields: ['value', 'person_id', 'org_id', 'owner_id', 'expected_close_date', 'probability', 'label_ids', 'visible_to'],
}

export const PERSON: RecordKind = {
  name: 'person',
  label: 'Person',
  title: 'name',
  path: '/v2/persons',
  fieldsPath: '/v2/personFields',
  flowPath: id => `/v1/persons/${id}/flow`,
  screen: '/app/people',
  link: 'person_id',
  fields: ['emails', 'phones', 'org_id', 'owner_id', 'label_ids', 'visible_to'],
}

export const ORGANIZATION: RecordKind = {
  name: 'organization',
  label: 'Organization',
  title: 'name',
  path: '/v2/organizations',
  fieldsPath: '/v2/organizationFields',
  flowPath: id => `/v1/organizations/${id}/flow`,
  screen: '/app/organizations',
  link: 'org_id',
  fields: ['address', 'website', 'linkedin', 'owner_id', 'label_ids', 'visible_to'],
}
