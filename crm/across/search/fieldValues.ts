import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { Field } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'
import { isSearchable } from '../../base/fields/qualities.ts'
import { pageOf } from '../../base/lists/v1/offset.ts'
import { KINDS as FIELD_KINDS } from '../../company/fields/kinds.ts'
import { type Looked, selectValues } from './fieldValueStore.ts'
import { KINDS, SEARCHED_RECORDS, type SearchedRecord } from './kinds.ts'
import { offsetFacts, readStart, writeStart } from './run.ts'
import { escaped, readTerm } from './term.ts'

type Match = 'exact' | 'beginning' | 'middle'

/** The newer search in one field: each record with its value, case told apart. */
export async function searchField(
  crm: Crm,
  query: { term: string; entity_type: string; match?: Match; field: string; limit?: number; cursor?: string },
): Promise<Answered<never>> {
  const { match = 'exact', limit = 100 } = query
  const start = readStart(query.cursor)
  const found = await lookFor(crm, query.entity_type, query.field, 'field')
  const term = readTerm(query.term, match === 'exact')
  const rows = found
    ? await selectValues(crm, found, term, holds(query.term.trim(), match, 'like'), { start, limit: limit + 1 })
    : []
  const texts = rows
    .slice(0, limit)
    .map(({ id, value }) => `{"result_score":${SCORES[match]},"item":${pairOf(id, query.field, value)}}`)
  const next_cursor = rows.length > limit ? writeStart(start + limit) : null
  return answer<never>(json<never>(`[${texts.join(',')}]`), { beside: { additional_data: { next_cursor } } })
}

const SCORES: Record<Match, number> = { exact: 1, beginning: 0.8, middle: 0.5 }

/** The older search in one field: each value once, or each record with its value. Case does not matter. */
export async function searchFieldV1(
  crm: Crm,
  query: {
    term: string
    field_type: string
    field_key: string
    exact_match?: boolean
    return_item_ids?: boolean
    start?: number
    limit?: number
  },
): Promise<Answered<never>> {
  const page = pageOf(query)
  const found = await lookFor(crm, query.field_type.replace(/Field$/, ''), query.field_key, 'field_key')
  const term = readTerm(query.term, query.exact_match)
  const condition = holds(query.term.trim(), query.exact_match ? 'exact' : 'middle', 'ilike')
  const rows = found
    ? await selectValues(
        crm,
        found,
        term,
        condition,
        { ...page, limit: page.limit + 1 },
        query.return_item_ids !== true,
      )
    : []
  const texts = rows.slice(0, page.limit).map(({ id, value }) => pairOf(id, query.field_key, value))
  const additional_data = offsetFacts(page, rows.length > page.limit)
  return answer<never>(json<never>(`[${texts.join(',')}]`), { beside: { additional_data } })
}

/** Finds where the values of a field are; nothing when no such records are kept. */
async function lookFor(crm: Crm, entity: string, code: string, parameter: string): Promise<Looked | undefined> {
  const kind = SEARCHED_RECORDS.find(known => known === entity)
  if (!kind) return undefined
  const fields = await fieldsOf(crm, kind)
  const field = fields.byKey.get(code) ?? fields.bySlug.get(code) ?? byOlderName(kind, fields.byKey.values(), code)
  if (!field || !isSearchable(FIELD_KINDS[kind], { ...field, is_custom: field.isCustom }))
    throw failure('invalid', `${parameter}: ${code} is not a field of ${kind} that can be searched`, {
      field: parameter,
    })
  return { kind, values: valuesOf(kind, field) }
}

function byOlderName(kind: SearchedRecord, fields: Iterable<Field>, code: string): Field | undefined {
  const declared: FieldTable = FIELD_KINDS[kind].fields
  for (const field of fields) if (!field.isCustom && declared[field.key]?.v1 === code) return field
  return undefined
}

function valuesOf(kind: SearchedRecord, { key, isCustom }: Field): Fragment {
  if (isCustom) return sql`select coalesce(r.custom -> ${key}::text ->> 'value', r.custom ->> ${key}::text) as value`
  if (key === 'emails' || key === 'phones')
    return sql`select entry ->> 'value' as value from jsonb_array_elements(r.${sql(key)}) entry`
  const group = KINDS[kind].groups[key]
  if (!group) throw new Error(`${kind}.${key} is not searched`)
  return key === 'address' ? sql`select r.address ->> 'value' as value` : sql`select r.${sql(key)} as value`
}

function holds(text: string, match: Match, operator: 'like' | 'ilike'): Fragment {
  const pattern = `${match === 'middle' ? '%' : ''}${escaped(text)}${match === 'exact' ? '' : '%'}`
  return operator === 'like' ? sql`found.value like ${pattern}` : sql`found.value ilike ${pattern}`
}

function pairOf(id: number | string | null, field: string, value: string): string {
  return JSON.stringify({ ...(id !== null && { id }), [field]: value })
}
