import { listOf, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { isAbout } from '../../work/projects/links.ts'

/** Groups of fields a search can be narrowed to, by kind of record. */
export const FIELDS = {
  deal: ['custom_fields', 'notes', 'title'],
  person: ['custom_fields', 'email', 'notes', 'phone', 'name'],
  organization: ['address', 'custom_fields', 'notes', 'name'],
  product: ['code', 'custom_fields', 'name'],
  lead: ['custom_fields', 'notes', 'title'],
  project: ['custom_fields', 'notes', 'title', 'description'],
} as const

export const ANY_FIELD = [
  'address',
  'code',
  'custom_fields',
  'email',
  'name',
  'notes',
  'phone',
  'title',
  'description',
] as const

/** The older search looks into the names of linked records as well. */
export const ANY_FIELD_V1 = [...ANY_FIELD, 'organization_name', 'person_name'] as const

export const ANY_INCLUDED = ['deal.cc_email', 'person.picture', 'product.price'] as const

export const ITEM_TYPES = [
  'deal',
  'person',
  'organization',
  'product',
  'lead',
  'file',
  'mail_attachment',
  'project',
] as const

/** The query every search has. */
export function termQuery<const Fields extends readonly string[]>(fields: Fields) {
  return {
    term: Type.String({ description: 'At least two characters, one with exact_match' }),
    fields: optional(listOf(oneOf(fields))),
    exact_match: optional(Type.Boolean({ description: 'The whole value must be the term; case does not matter' })),
  }
}

/** The conditions a search can have beside its term, on the record `r`. */
export function narrowed(
  query: { person_id?: number; organization_id?: number; status?: string },
  organizationColumn: string,
): Fragment | undefined {
  const { person_id, organization_id, status } = query
  return all([
    person_id && sql`r.person_id = ${person_id}`,
    organization_id && sql`r.${sql(organizationColumn)} = ${organization_id}`,
    status && sql`r.status = ${status}`,
  ])
}

/** The same for projects, which may be about several persons and organizations. */
export function projectsAbout(query: { person_id?: number; organization_id?: number }): Fragment | undefined {
  const { person_id, organization_id } = query
  return all([
    person_id && isAbout('person_ids', 'r', person_id),
    organization_id && isAbout('org_ids', 'r', organization_id),
  ])
}

function all(conditions: readonly (Fragment | '' | 0 | undefined)[]): Fragment | undefined {
  const asked = conditions.filter(condition => typeof condition === 'object')
  return asked.length > 0 ? joined(asked, ' and ') : undefined
}
