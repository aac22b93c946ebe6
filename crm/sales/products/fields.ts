import { Id, nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { type FieldTable, field, plainField } from '../../base/fields/declaration.ts'
import { BILLING_FREQUENCIES, CATEGORIES, VISIBILITIES } from '../../base/fields/systemOptions.ts'

/** Every field of a product. */
export const productFields = {
  id: field('ID', 'int'),
  name: field('Name', 'varchar', { mandatory: true, write: 'stored', search: true }),
  code: plainField('Product code', 'varchar', textOrEmpty(255), { search: true }),
  description: plainField('Description', 'text', textOrEmpty(65_535)),
  category: plainField(
    'Category',
    'enum',
    {
      input: optional(nullable(Id)),
      output: nullable(Type.String({ description: 'Id of an option of the field category' })),
      wire: column => sql`${column}::text`,
    },
    { firstOptions: CATEGORIES },
  ),
  unit: plainField('Unit', 'varchar', textOrEmpty(255)),
  tax: plainField('Tax', 'double', {
    input: optional(Type.Number({ minimum: 0, maximum: 1000 })),
    output: Type.Number(),
  }),
  prices: field('Unit prices', 'price_list', { write: 'own' }),
  owner_id: field('Owner', 'user', { write: 'stored' }),
  is_linkable: field('Can be added to deals', 'boolean', { v1: 'selectable', write: 'stored' }),
  visible_to: field('Visible to', 'visible_to', { options: VISIBILITIES, write: 'stored' }),
  billing_frequency: field('Billing frequency', 'billing_frequency', { options: BILLING_FREQUENCIES, write: 'own' }),
  billing_frequency_cycles: field('Billing cycles', 'int', { write: 'own' }),
  add_time: field('Product created', 'date'),
  update_time: field('Update time', 'date'),
} satisfies FieldTable

/** A product shows an empty text for what it has not. */
function textOrEmpty(maxLength: number) {
  return {
    input: optional(nullable(Type.String({ maxLength }))),
    output: Type.String(),
    emptyIsNull: true as const,
    wire: (column: Fragment) => sql`coalesce(${column}, '')`,
  }
}
