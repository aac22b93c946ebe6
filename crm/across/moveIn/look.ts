import { failure, isFailure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import type { Sql } from '@portico/kit/database/sql'
import type { FieldCatalog, FieldEntity } from '../../base/fields/catalog.ts'
import { type CustomType, PARTS, readValue } from '../../base/fields/types.ts'
import { idIn, listIn } from './given.ts'
import type { Ids } from './ids.ts'
import type { Id, Look } from './kind.ts'
import { optionsOf } from './kinds/fields.ts'

export interface Looking {
  sql: Sql
  companyId: number
  ids: Ids
  fields: FieldCatalog
  fallbackUser: number
  keepsIds: boolean
  /** Whether records of this kind can still come after the one that is written. */
  comesLater(kind: string): boolean
}

/** What was found missing while a record was read. */
export interface Lacks {
  /** What it came without for good. */
  without: string[]
  /** It names something that comes later: it has to be written once more. */
  isPending: boolean
}

export function lookFor(looking: Looking): Look & { lacks: Lacks } {
  const { ids, fallbackUser, keepsIds, comesLater, companyId } = looking
  const lacks: Lacks = { without: [], isPending: false }

  function found(kind: string, given: unknown): Id | null | undefined {
    if (kind === 'company') return companyId
    const sourceId = idIn(given)
    if (sourceId === null) return null
    const moved = ids.find(kind, sourceId)
    if (!moved || moved.fingerprint === null) return undefined
    return /^\d{1,15}$/.test(moved.record_id) ? Number(moved.record_id) : moved.record_id
  }

  const look: Look & { lacks: Lacks } = {
    lacks,
    without: what => void lacks.without.push(what),
    id(kind, given) {
      const id = found(kind, given)
      if (id !== undefined) return id
      if (comesLater(kind)) lacks.isPending = true
      else look.without(`${kind} ${idIn(given)}`)
      return null
    },
    known: (kind, given) => found(kind, given) ?? null,
    trace: (kind, given) => found(kind, given) ?? (keepsIds ? idIn(given) : null),
    must(kind, given) {
      const id = found(kind, given)
      if (id !== undefined && id !== null) return id
      if (comesLater(kind)) lacks.isPending = true
      throw failure('invalid', id === null ? `It names no ${kind}` : `Its ${kind} ${idIn(given)} did not come`)
    },
    user(given) {
      const id = found('user', given)
      if (typeof id === 'number') return id
      if (id === undefined) look.without(`user ${idIn(given)}, whose place the owner of the company takes`)
      return fallbackUser
    },
    ids: (kind, given) => listIn(given).flatMap(each => look.id(kind, each) ?? []),
    custom: (entity, given) => customHere(looking, look, entity, given),
  }
  return look
}

/** Custom fields in their typed form, from v2 (`{value, currency}`) or flat from v1 (`KEY`, `KEY_currency`). */
async function customHere(looking: Looking, look: Look, entity: FieldEntity, given: unknown) {
  const custom: Record<string, unknown> = {}
  if (!isRecord(given)) return custom
  const fields = await looking.fields.of(looking.sql, looking.companyId, entity)
  for (const field of fields.custom) {
    const plain = given[field.key]
    if (plain === null || plain === undefined || plain === '') continue
    const value = valueHere(look, entity === 'lead' ? 'deal' : entity, field, plain, given)
    if (value === undefined) continue
    try {
      custom[field.key] = readValue(field, value, part => (part ? `${field.name}, ${part},` : field.name))
    } catch (error) {
      if (!isFailure(error)) throw error
      look.without(`a value of the field ${field.name}: ${error.message}`)
    }
  }
  return custom
}

function valueHere(
  look: Look,
  entity: string,
  field: { key: string; type: string },
  given: unknown,
  flat: Record<string, unknown>,
) {
  const options = optionsOf(entity, field.key)
  switch (field.type) {
    case 'enum':
      return look.id(options, given) ?? undefined
    case 'set': {
      const chosen = look.ids(options, typeof given === 'string' ? given.split(',') : given)
      return chosen.length > 0 ? chosen : undefined
    }
    case 'user':
      return look.id('user', given) ?? undefined
    case 'people':
      return look.id('person', given) ?? undefined
    case 'org':
      return look.id('organization', given) ?? undefined
    case 'double':
    case 'visible_to':
      return Number(given)
  }
  const parts = PARTS[field.type as CustomType]
  if (!parts) return given
  const object: Record<string, unknown> = isRecord(given) ? { value: given.value } : { value: given }
  for (const [part, type] of parts) {
    const value = isRecord(given) ? given[part] : flat[`${field.key}_${part}`]
    if (value !== null && value !== undefined && value !== '') object[part] = type === 'number' ? Number(value) : value
  }
  if (field.type === 'monetary') object.value = Number(object.value)
  return object.value === null || object.value === undefined ? undefined : object
}
