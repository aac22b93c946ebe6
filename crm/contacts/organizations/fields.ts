import { Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { activityCounts, dealCounts } from '../../base/fields/counted.ts'
import { computed, type FieldTable, field, plain, text } from '../../base/fields/declaration.ts'
import { CONTACT_LABELS, INDUSTRIES, VISIBILITIES } from '../../base/fields/systemOptions.ts'

const Whole = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** Every field of an organization. */
export const organizationFields = {
  id: field('ID', 'int'),
  name: field('Name', 'varchar', { mandatory: true, write: 'stored', search: true }),
  owner_id: field('Owner', 'user', { write: 'stored' }),
  label_ids: field('Label', 'set', { v1: 'label', firstOptions: CONTACT_LABELS, write: 'stored', merge: 'fill' }),
  address: field('Address', 'address', { write: 'own', search: true, merge: 'fill' }),
  website: text('Website'),
  linkedin: text('LinkedIn profile'),
  industry: plain('Industry', 'enum', Id, { shown: Type.Integer(), firstOptions: INDUSTRIES }),
  annual_revenue: plain('Annual revenue', 'double', Whole, { shown: Type.Number() }),
  employee_count: plain('Number of employees', 'double', Whole, { shown: Type.Integer() }),
  picture_id: field('Logo', 'picture', { merge: 'fill' }),
  visible_to: field('Visible to', 'visible_to', { options: VISIBILITIES, write: 'stored' }),
  add_time: field('Organization created', 'date'),
  update_time: field('Update time', 'date'),
  people_count: computed(
    'People',
    'int',
    o => sql`(select count(*) from crm.person x
      where x.company_id = ${sql(o)}.company_id and x.org_id = ${sql(o)}.id and not x.is_deleted)`,
  ),
  ...activityCounts('organization', 'org_id'),
  ...dealCounts('org_id'),
} satisfies FieldTable
