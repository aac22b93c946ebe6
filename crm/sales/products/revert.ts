import { maySee } from '../../base/access/visibility.ts'
import { bringsBack, inputWas, type Revert } from '../../base/records/revert.ts'
import { productFields } from './fields.ts'
import type { ProductInput } from './input.ts'
import { removeProduct, updateProduct } from './write.ts'

export const productRevert: Revert = {
  table: 'product',
  customFieldsOf: 'product',
  fields: productFields,
  beside: ['prices'],
  maySee: actor => maySee(actor, 'product', 'r'),
  scopes: { read: ['products:read', 'products:full'], write: ['products:full'] },
  rights: { change: ['can_edit_products'], remove: ['can_edit_products'] },
  fixed: {},
  update: (crm, id: number, was, undoing) =>
    updateProduct(
      crm,
      id,
      { ...inputWas<ProductInput>(was), ...bringsBack(undoing), custom: () => was.custom },
      undoing,
    ),
  remove: (crm, id: number, options) => removeProduct(crm, id, options),
}
