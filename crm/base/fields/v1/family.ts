import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, listOf, NameText, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { withArticle } from '@portico/kit/api/withArticle'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Demand } from '../../access/mayDo.ts'
import type { Crm } from '../../api/context.ts'
import { LIMITS } from '../../limits/atRest.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../lists/v1/offset.ts'
import type { FieldKind } from '../declaration.ts'
import { type FieldRow, findFieldById, selectFields } from '../store.ts'
import { CUSTOM_TYPES } from '../types.ts'
import { type CustomKind, createField, lockFields, removeField, updateField } from '../write.ts'
import { FieldV1 } from './shape.ts'
import { fieldV1 } from './wire.ts'

const Options = Type.Array(
  Type.Object({
    id: optional(nullable(Id)),
    label: NameText,
    color: optional(nullable(Type.String({ maxLength: 50 }))),
  }),
  { maxItems: LIMITS.fieldOptions },
)

const ADD: readonly Demand[] = ['can_add_custom_fields']
const DELETE: readonly Demand[] = ['can_delete_custom_fields']

/** All fields of a kind of record: what every v1 list of fields is made of. */
export function fieldListV1(kind: FieldKind) {
  return {
    summary: `Get all ${kind.entity} fields`,
    reply: nullable(Type.Array(FieldV1)),
    beside: pagination,
    cost: 20,
    run: ({ query }: { query: Page }, crm: Crm) => listFields(crm, kind, query),
  }
}

/** The v1 operations on the fields of one kind of record, all but their routes and scopes. */
export function fieldFamilyV1(kind: CustomKind) {
  const { entity } = kind
  const params = { id: Id }
  const body = { name: NameText, options: optional(Options), add_visible_flag: optional(Type.Boolean()) }
  const types = entity === 'product' ? CUSTOM_TYPES.filter(type => type !== 'visible_to') : CUSTOM_TYPES
  const Create = Type.Object({ ...body, field_type: oneOf(types) })
  const Update = Type.Object({ ...body, name: optional(NameText) })
  return {
    list: { ...fieldListV1(kind), query: offsetQuery },
    get: {
      summary: `Get one ${entity} field`,
      params,
      reply: FieldV1,
      cost: 2,
      run: async ({ params }: ById, crm: Crm) => fieldV1(kind, await requireField(crm, kind, params.id)),
    },
    add: {
      summary: `Add ${withArticle(entity)} field`,
      rights: ADD,
      body: Create,
      reply: FieldV1,
      cost: 10,
      async run({ body }: { body: Static<typeof Create> }, crm: Crm) {
        const id = await createField(crm, entity, { ...inputOf(body), name: body.name, type: body.field_type })
        return fieldV1(kind, await requireField(crm, kind, id))
      },
    },
    update: {
      summary: `Update ${withArticle(entity)} field`,
      params,
      body: Update,
      reply: FieldV1,
      cost: 10,
      async run({ params, body }: ById & { body: Static<typeof Update> }, crm: Crm) {
        await lockFields(crm)
        await updateField(crm, await requireField(crm, kind, params.id), { ...inputOf(body), name: body.name })
        return fieldV1(kind, await requireField(crm, kind, params.id))
      },
    },
    remove: {
      summary: `Delete ${withArticle(entity)} field`,
      rights: DELETE,
      params,
      reply: Type.Object({ id: Type.Integer() }),
      cost: 6,
      async run({ params }: ById, crm: Crm) {
        await lockFields(crm)
        await removeField(crm, await requireField(crm, kind, params.id))
        return { id: params.id }
      },
    },
    removeSeveral: {
      summary: `Delete several ${entity} fields; all of them or none`,
      rights: DELETE,
      query: { ids: listOf(Id, { minItems: 1, maxItems: 500 }) },
      reply: Type.Object({ id: Type.Array(Type.Integer()) }),
      cost: 10,
      async run({ query }: { query: { ids: number[] } }, crm: Crm) {
        const ids = [...new Set(query.ids)].sort((a, b) => a - b)
        await lockFields(crm)
        for (const id of ids) await removeField(crm, await requireField(crm, kind, id))
        return answer({ id: ids })
      },
    },
  }
}

interface ById {
  params: { id: number }
}

interface Page {
  start?: number | undefined
  limit?: number | undefined
}

/** Callers who do not page expect every field. */
const ALL = 500

async function listFields(crm: Crm, kind: FieldKind, query: Page): Promise<Answered<FieldV1[] | null>> {
  const page = pageOf({ limit: ALL, ...query })
  const rows = await selectFields(crm, kind, {
    where: sql`true`,
    orderBy: sql`f.entity <> ${kind.entity}, f.order_nr, f.id`,
    start: page.start,
    limit: page.limit + 1,
  })
  return offsetPage<FieldV1>(
    rows.map(row => JSON.stringify(fieldV1(kind, row))),
    page,
  )
}

async function requireField(crm: Crm, kind: FieldKind, id: number): Promise<FieldRow> {
  const field = await findFieldById(crm, kind, id)
  // Unlike the others, fields of products that are not there are gone.
  if (!field) throw failure(kind.entity === 'product' ? 'gone' : 'missing', 'The field is not found')
  return field
}

function inputOf({ options, add_visible_flag }: Omit<Static<Body>, 'name'>) {
  return {
    options: options?.map(({ id, label, color }) => ({ id: id ?? undefined, label, color })),
    ...(add_visible_flag !== undefined && { flags: { ui_visibility: { add_visible_flag } } }),
  }
}

type Body = Type.TObject<{
  options: Type.TOptional<typeof Options>
  add_visible_flag: Type.TOptional<Type.TBoolean>
}>
