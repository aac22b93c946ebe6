import { failure } from '@portico/kit/api/failure'
import { oneOf } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { SeenEntity } from '../../../base/access/visibility.ts'
import { app } from '../../../base/api/operation.ts'
import { findFieldByCode } from '../../../base/fields/store.ts'
import { KINDS } from '../kinds.ts'
import { countFilled, countOptions } from './useStore.ts'

/** Kinds of records whose fields a company sets up, and the tables that have their values: leads have the fields of deals. */
const TABLES = {
  deal: ['deal', 'lead'],
  person: ['person'],
  organization: ['organization'],
  product: ['product'],
  project: ['project'],
} as const satisfies Record<string, readonly SeenEntity[]>

export const FIELD_KINDS = Object.keys(TABLES) as (keyof typeof TABLES)[]

const FieldUse = Type.Object({
  records: Type.Integer({ description: 'Those that the caller may see and that have a value' }),
  options: Type.Array(Type.Object({ id: Type.Integer(), records: Type.Integer() })),
})
export type FieldUse = Static<typeof FieldUse>

const getFieldUse = app({
  route: 'GET /fieldUse/{field_code}',
  summary: 'Get how many records have a value in a field, and each of its options',
  params: { field_code: Type.String() },
  query: { kind: oneOf(FIELD_KINDS) },
  reply: FieldUse,
  cost: 40,
  async run({ params: { field_code }, query: { kind } }, crm) {
    const field = await findFieldByCode(crm, KINDS[kind], field_code)
    if (!field) throw failure('missing', 'Field not found', { field: 'field_code' })
    const isLabels = field.key === 'label_ids' && !field.is_custom
    if (!field.is_custom && !isLabels) return { records: 0, options: [] }
    // Labels of leads are their own.
    const tables = isLabels ? TABLES[kind].slice(0, 1) : TABLES[kind]
    const value = isLabels ? sql`to_jsonb(t.label_ids)` : sql`(t.custom -> ${field.key})`
    const hasOptions = field.type === 'enum' || field.type === 'set'
    let records = 0
    const options = new Map<number, number>()
    for (const table of tables) {
      records += await countFilled(crm, table, value)
      if (!hasOptions) continue
      for (const use of await countOptions(crm, table, value))
        options.set(use.id, (options.get(use.id) ?? 0) + use.records)
    }
    return { records, options: [...options].map(([id, count]) => ({ id, records: count })) }
  },
})

export const fieldUse = [getFieldUse]
