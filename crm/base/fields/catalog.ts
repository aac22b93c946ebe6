import type { Database } from '@portico/kit/database/database'
import { openMemory } from '@portico/kit/database/memory'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { selectCatalog } from './catalogStore.ts'
import type { RequiredRule } from './requiredRule.ts'

export type FieldEntity = 'deal' | 'person' | 'organization' | 'product' | 'activity' | 'note' | 'lead' | 'project'

export interface FieldOption {
  id: number
  label: string
  color: string | null
}

/** A field definition, as reading and writing values need it. */
export interface Field {
  id: number
  key: string
  slug: string
  name: string
  type: string
  isCustom: boolean
  options: readonly FieldOption[]
}

/** The fields of one kind of record in one company. */
export interface Fields {
  custom: readonly Field[]
  byKey: ReadonlyMap<string, Field>
  /** Custom fields by slug, for callers who prefer names. */
  bySlug: ReadonlyMap<string, Field>
  /** Fields that records may not be without, and where. */
  required: readonly (Field & { rule: RequiredRule })[]
  /** Deleted fields whose values still wait to be cleared out of the records. */
  deletedKeys: readonly string[]
  /** `{key: null, …}` of all custom fields as JSON text: what a record shows for what it has not. */
  blank: string
}

export interface FieldCatalog {
  of(sql: Sql, companyId: number, entity: FieldEntity): Promise<Fields>
  forget(companyId: number): void
}

/** Told by the database when a company's fields change; the payload is the company's id. */
export const FIELDS_CHANNEL = 'crm_fields'

/** Field definitions change seldom and are needed by every read: remembered until the database says otherwise. */
export async function openFieldCatalog(database: Database): Promise<FieldCatalog> {
  const memory = await openMemory<Fields>(database, FIELDS_CHANNEL)
  return {
    forget: memory.forget,
    of: (sql, companyId, entity) => memory.recall(sql, companyId, entity, on => loadFields(on, companyId, entity)),
  }
}

async function loadFields(sql: Sql, companyId: number, entity: FieldEntity): Promise<Fields> {
  const rows = await selectCatalog(sql, companyId, ofEntity(entity, 'f'))
  const live = rows.filter(field => !field.deleted)
  const custom = live.filter(field => field.isCustom)
  return {
    custom,
    byKey: new Map(live.map(field => [field.key, field])),
    bySlug: new Map(custom.map(field => [field.slug, field])),
    required: live.flatMap(field => (field.required?.enabled ? [{ ...field, rule: field.required }] : [])),
    deletedKeys: rows.filter(field => field.deleted).map(field => field.key),
    blank: JSON.stringify(Object.fromEntries(custom.map(field => [field.key, null]))),
  }
}

/** The fields of a kind of record. Leads have no custom fields of their own: they carry those of the deals they may become. */
export function ofEntity(entity: FieldEntity, alias: string): Fragment {
  const f = fragment(alias)
  if (entity !== 'lead') return fragment`${f}.entity = ${entity}`
  return fragment`(${f}.entity = 'lead' or (${f}.entity = 'deal' and ${f}.is_custom))`
}
