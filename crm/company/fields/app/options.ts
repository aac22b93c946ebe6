import { failure } from '@portico/kit/api/failure'
import { Id, NameText, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { findFieldByCode } from '../../../base/fields/store.ts'
import { lockFields, updateField } from '../../../base/fields/write.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { KINDS } from '../kinds.ts'
import { FIELD_KINDS } from './use.ts'

const Option = Type.Object({ id: Type.Integer(), label: Type.String(), color: nullable(Type.String()) })

/** v2 adds, renames and deletes options; their order and colours are here. Rights are asked by what the field is. */
const putFieldOptions = app({
  route: 'PUT /fieldOptions/{field_code}',
  summary: 'Give a field these options, in this order; those that are left out are deleted, those without id are new',
  params: { field_code: Type.String() },
  query: { kind: oneOf(FIELD_KINDS) },
  body: {
    options: Type.Array(
      Type.Object({
        id: optional(nullable(Id)),
        label: NameText,
        color: optional(nullable(Type.String({ maxLength: 50 }))),
      }),
      { maxItems: LIMITS.fieldOptions },
    ),
  },
  reply: Type.Array(Option),
  cost: 10,
  async run({ params: { field_code }, query: { kind }, body }, crm) {
    const find = async () => {
      const field = await findFieldByCode(crm, KINDS[kind], field_code)
      if (!field) throw failure('missing', 'Field not found', { field: 'field_code' })
      return field
    }
    await lockFields(crm)
    const options = body.options.map(({ id, label, color }) => ({ id: id ?? undefined, label, color }))
    await updateField(crm, await find(), { options })
    return (await find()).options.map(({ id, label, color }) => ({ id: Number(id), label, color }))
  },
})

export const fieldOptions = [putFieldOptions]
