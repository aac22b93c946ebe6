import { DateText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { type FieldTable, field, plain, plainField, text } from '../../base/fields/declaration.ts'
import { VISIBILITIES } from '../../base/fields/systemOptions.ts'

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** Every field of a lead. */
export const leadFields = {
  id: field('ID', 'varchar', { comparedAs: 'word' }),
  title: field('Title', 'varchar', { mandatory: true, write: 'stored', search: true }),
  owner_id: field('Owner', 'user', { write: 'stored' }),
  creator_id: field('Creator', 'user'),
  label_ids: field('Label', 'set', { optionsFrom: 'lead_label', write: 'stored' }),
  value: field('Value', 'monetary', { column: 'value_amount', currency: 'value_currency', write: 'own' }),
  person_id: field('Contact person', 'people', { write: 'stored' }),
  organization_id: field('Organization', 'org', { write: 'stored' }),
  source_name: field('Source', 'varchar'),
  origin: field('Source origin', 'varchar'),
  origin_id: text('Source origin ID'),
  channel: plain('Source channel', 'int', Count, { shown: Type.Integer() }),
  channel_id: text('Source channel ID'),
  is_archived: field('Archived', 'boolean', { write: 'own' }),
  was_seen: plainField('Seen', 'boolean', { input: optional(Type.Boolean()), output: Type.Boolean() }),
  expected_close_date: plain('Expected close date', 'date', DateText, { shown: Type.String() }),
  next_activity_id: field('Next activity', 'activity'),
  visible_to: field('Visible to', 'visible_to', { options: VISIBILITIES, write: 'stored' }),
  add_time: field('Lead created', 'date'),
  update_time: field('Update time', 'date'),
} satisfies FieldTable
