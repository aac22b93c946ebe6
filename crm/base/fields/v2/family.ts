import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { type Json, json } from '@portico/kit/api/json'
import { Id, listOf, NameText, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { withArticle } from '@portico/kit/api/withArticle'
import Type, { type TProperties } from 'typebox'
import type { Demand } from '../../access/mayDo.ts'
import type { Crm } from '../../api/context.ts'
import { LIMITS } from '../../limits/atRest.ts'
import { cursorPage, cursorQuery, keyset, nextCursor } from '../../lists/cursor.ts'
import type { FieldEntity } from '../catalog.ts'
import type { FieldKind } from '../declaration.ts'
import type { Flags } from '../flags.ts'
import type { Option } from '../optionStore.ts'
import { addOptions, removeOptions, renameOptions } from '../options.ts'
import { type FieldRow, findFieldByCode, findFieldById, pageOfFields } from '../store.ts'
import { CUSTOM_TYPES } from '../types.ts'
import { type CustomKind, changeOptions, createField, lockFields, removeField, updateField } from '../write.ts'
import { fieldV2, OptionV2 } from './shape.ts'
import { fieldTextV2 } from './wire.ts'

const ADD: readonly Demand[] = ['can_add_custom_fields']
const DELETE: readonly Demand[] = ['can_delete_custom_fields']

const params = { field_code: Type.String() }
interface ByCode {
  params: { field_code: string }
}

/** The v2 operations that read the fields of one kind of record, all but their routes and scopes. */
export function fieldReadersV2<Shown extends TProperties>(kind: FieldKind, shown: Shown, more: TProperties = {}) {
  const { entity } = kind
  const groups = Object.keys(shown)
  const query = { include_fields: optional(listOf(oneOf(groups))) }
  const Field = Type.Object({ ...fieldV2, ...more, ...Type.Partial(Type.Object(shown)).properties })
  return {
    list: {
      summary: `Get all ${entity} fields`,
      query: { ...query, ...cursorQuery },
      reply: Type.Array(Field),
      beside: nextCursor,
      cost: 10,
      async run({ query }: { query: Included & { limit?: number; cursor?: string } }, crm: Crm) {
        const { limit = 100, cursor } = query
        const page = keyset({ column: 'order_nr', type: 'integer', direction: 'asc' }, cursor, 'f')
        const rows = await pageOfFields(crm, kind, page, limit + 1)
        return cursorPage<never>(
          rows.map(row => ({ ...row, wire: fieldTextV2(entity, row, query.include_fields) })),
          limit,
        )
      },
    },
    get: {
      summary: `Get one ${entity} field`,
      params,
      query,
      reply: Field,
      cost: 1,
      run: async ({ params, query }: ByCode & { query: Included }, crm: Crm) =>
        shownField(entity, await requireField(crm, kind, params.field_code), query.include_fields),
    },
  }
}

interface Included {
  include_fields?: string[]
}

/** Those and the v2 operations that change fields and their options. */
export function fieldFamilyV2<Shown extends TProperties>(
  kind: CustomKind,
  shown: Shown,
  given: TProperties,
  more: TProperties = {},
) {
  const { entity } = kind
  const readers = fieldReadersV2(kind, shown, more)
  const groups = Object.keys(shown)
  const Field = readers.get.reply
  const flags = Type.Partial(Type.Object(given)).properties
  const types = CUSTOM_TYPES.filter(type => type !== 'visible_to')
  const options = Type.Array(Type.Object({ label: NameText }), { maxItems: LIMITS.fieldOptions })

  const optionsOperation = {
    params,
    reply: Type.Array(OptionV2),
    beside: { additional_data: nullable(Type.Object({})) },
  }
  return {
    ...readers,
    add: {
      summary: `Add ${withArticle(entity)} field`,
      rights: ADD,
      body: { field_name: NameText, field_type: oneOf(types), options: optional(options), ...flags, ...more },
      reply: Field,
      cost: 5,
      async run({ body }: { body: Written & { field_name: string; field_type: string } }, crm: Crm) {
        const input = { ...inputOf(body, groups), name: body.field_name, type: body.field_type, options: body.options }
        const id = await createField(crm, entity, input)
        return shownField(entity, await findFieldById(crm, kind, id), groups)
      },
    },
    update: {
      summary: `Update ${withArticle(entity)} field`,
      params,
      body: { field_name: optional(NameText), ...flags, ...more },
      reply: Field,
      cost: 5,
      async run({ params, body }: ByCode & { body: Written }, crm: Crm) {
        await lockFields(crm)
        const field = await requireField(crm, kind, params.field_code)
        await updateField(crm, field, { ...inputOf(body, groups), name: body.field_name })
        return shownField(entity, await findFieldById(crm, kind, field.id), groups)
      },
    },
    remove: {
      summary: `Delete ${withArticle(entity)} field`,
      rights: DELETE,
      params,
      reply: Type.Object({ ...fieldV2, ...more }),
      cost: 3,
      async run({ params }: ByCode, crm: Crm) {
        await lockFields(crm)
        const field = await requireField(crm, kind, params.field_code)
        await removeField(crm, field)
        return shownField(entity, field)
      },
    },
    addOptions: {
      ...optionsOperation,
      summary: `Add options to ${withArticle(entity)} field; all of them or none`,
      body: Type.Array(Type.Object({ label: NameText }), { minItems: 1, maxItems: LIMITS.fieldOptions }),
      cost: 5,
      run: ({ params, body }: ByCode & { body: { label: string }[] }, crm: Crm) =>
        onOptions(crm, kind, params.field_code, field => addOptions(crm, field.id, body)),
    },
    updateOptions: {
      ...optionsOperation,
      summary: `Rename options of ${withArticle(entity)} field; all of them or none`,
      body: Type.Array(Type.Object({ id: Id, label: NameText }), { minItems: 1, maxItems: LIMITS.fieldOptions }),
      cost: 5,
      run: ({ params, body }: ByCode & { body: Option[] }, crm: Crm) =>
        onOptions(crm, kind, params.field_code, field => renameOptions(crm, field, body)),
    },
    removeOptions: {
      ...optionsOperation,
      summary: `Delete options of ${withArticle(entity)} field; all of them or none`,
      body: Type.Array(Type.Object({ id: Id }), { minItems: 1, maxItems: LIMITS.fieldOptions }),
      cost: 3,
      run: ({ params, body }: ByCode & { body: { id: number }[] }, crm: Crm) =>
        onOptions(crm, kind, params.field_code, field =>
          removeOptions(crm, field, [...new Set(body.map(option => option.id))]),
        ),
    },
  }
}

interface Written extends Record<string, unknown> {
  field_name?: string
  options?: { label: string }[]
  description?: string | null
}

function inputOf(body: Written, groups: readonly string[]) {
  const flags: Flags = {}
  for (const group of groups) if (body[group]) flags[group] = body[group] as Record<string, unknown>
  return { flags, description: body.description }
}

async function onOptions(
  crm: Crm,
  kind: FieldKind,
  code: string,
  work: (field: FieldRow) => Promise<Option[]>,
): Promise<Answered<Option[]>> {
  await lockFields(crm)
  const changed = await changeOptions(crm, await requireField(crm, kind, code), work)
  return answer(changed, { beside: { additional_data: null } })
}

/** JSON text of whatever shape the reply of the operation declares. */
function shownField(entity: FieldEntity, field: FieldRow | undefined, groups: readonly string[] = []): Json<never> {
  if (!field) throw failure('missing', 'Field not found')
  return json<never>(fieldTextV2(entity, field, groups))
}

async function requireField(crm: Crm, kind: FieldKind, code: string): Promise<FieldRow> {
  const field = await findFieldByCode(crm, kind, code)
  if (!field) throw failure('missing', 'Field not found', { field: 'field_code' })
  return field
}
