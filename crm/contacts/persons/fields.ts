import { DateText } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { activityCounts, dealCounts } from '../../base/fields/counted.ts'
import { type FieldTable, field, longText, plain, text } from '../../base/fields/declaration.ts'
import { CONTACT_LABELS, MARKETING_STATUSES, VISIBILITIES } from '../../base/fields/systemOptions.ts'

/** Every field of a person. First and last name are not merged: they make up the name, which is the survivor's own. */
export const personFields = {
  id: field('ID', 'int'),
  name: field('Name', 'varchar', { mandatory: true, write: 'own', search: true }),
  first_name: field('First name', 'varchar', { write: 'own' }),
  last_name: field('Last name', 'varchar', { write: 'own' }),
  owner_id: field('Owner', 'user', { write: 'stored' }),
  org_id: field('Organization', 'org', { write: 'stored', merge: 'fill' }),
  emails: field('Email', 'varchar', {
    v1: 'email',
    comparedAs: 'contacts',
    write: 'stored',
    search: true,
    merge: 'join',
  }),
  phones: field('Phone', 'phone', {
    v1: 'phone',
    comparedAs: 'contacts',
    write: 'stored',
    search: true,
    merge: 'join',
  }),
  label_ids: field('Label', 'set', { v1: 'label', firstOptions: CONTACT_LABELS, write: 'stored', merge: 'fill' }),
  job_title: text('Job title'),
  birthday: plain('Birthday', 'date', DateText, { shown: Type.String() }),
  notes: longText('Notes', { search: true }),
  im: field('Instant messenger', 'varchar', { comparedAs: 'contacts', write: 'stored', merge: 'join' }),
  postal_address: field('Postal address', 'address', { write: 'own', merge: 'fill' }),
  picture_id: field('Profile picture', 'picture', { merge: 'fill' }),
  marketing_status: field('Marketing status', 'enum', {
    options: MARKETING_STATUSES,
    optional: true,
    comparedAs: 'word',
    write: 'stored',
  }),
  visible_to: field('Visible to', 'visible_to', { options: VISIBILITIES, write: 'stored' }),
  add_time: field('Person created', 'date'),
  update_time: field('Update time', 'date'),
  ...activityCounts('person', 'person_id'),
  ...dealCounts('person_id'),
} satisfies FieldTable
