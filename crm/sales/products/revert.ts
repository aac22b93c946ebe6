import { maySee } from '../../base/access/visibility.ts'
import { bringsBack, inputWas, type Revert } from '../../base/records/revert.ts'
import { productFields } from './fields.ts'
import type { ProductInput } from './input.ts'
import { removeProduct, updateProduct } from './write.ts'

export const productRevert: Revert = {
  table: 'product',
  customFieldsOf: 'product',
  fields: productFields,
  maySee: actor => maySee(actor, 'product', 'r'),
  scopes: ['products:read', 'products:full'],
  rights: { change: ['can_edit_products'], remove: ['can_edit_products'] },
  fixed: {},
  update: (crm, id, was, undoing) =>
    updateProduct(
      crm,
      id,
      { ...inputWas<ProductInput>(was), ...bringsBack(undoing), custom: () => was.custom },
      undoing,
    ),
  remove: removeProduct,
}
