import { failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import { Id } from '@portico/kit/api/schemas'
import { isValid } from '@portico/kit/api/validate'
import { fragment as sql } from '@portico/kit/database/sql'
import type { VisibleEntity } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Field, Fields } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { customFromV2, customHolds } from '../../base/fields/values.ts'
import { findMatching } from './store.ts'

/** A record as it was sent, before anything is known about it. */
export type GivenRecord = Record<string, unknown>

/** Finds the records that a given one refers to (two are enough to know that there are several), and what to write. */
export type Match = (crm: Crm, record: GivenRecord) => Promise<{ ids: number[]; body: GivenRecord }>

/** Types of fields whose values can tell records apart. */
const TELLING = new Set(['varchar', 'varchar_auto', 'text', 'phone', 'double', 'date'])

export async function matchBy(crm: Crm, entity: VisibleEntity, name: string): Promise<Match> {
  if (name === 'id') return byId
  if (name === 'email' && entity === 'person') return byEmail
  const fields = await fieldsOf(crm, entity)
  const field = fields.byKey.get(name) ?? fields.bySlug.get(name)
  if (field?.isCustom && TELLING.has(field.type)) return byField(entity, fields, field, name)
  const ways = entity === 'person' ? 'id, email' : 'id'
  throw failure('invalid', `match_by takes ${ways}, or a custom text, phone, number or date field`, {
    field: 'match_by',
  })
}

/** Without an id a record is new. Whether the id names something is found out by the update. */
const byId: Match = async (_, { id, ...body }) => {
  if (id === undefined) return { ids: [], body }
  if (!isValid(Id, id)) throw failure('invalid', 'id must be the id of a record', { field: 'id' })
  return { ids: [Number(id)], body }
}

/** Any e-mail address of the record finds any of a person, whatever the case of its letters. */
const byEmail: Match = async (crm, record) => {
  const entries: unknown[] = Array.isArray(record.emails) ? record.emails : []
  const addresses = entries.flatMap(entry => textIn(entry)?.trim().toLowerCase() || [])
  if (addresses.length === 0)
    throw failure('invalid', 'emails is required when records are matched by e-mail', { field: 'emails' })
  const same = sql`crm.email_addresses(r.emails) && ${addresses}::text[]`
  return { ids: await findMatching(crm, 'person', same), body: record }
}

function textIn(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('value' in entry)) return undefined
  return typeof entry.value === 'string' ? entry.value : undefined
}

function byField(entity: VisibleEntity, fields: Fields, { key, slug }: Field, name: string): Match {
  return async (crm, record) => {
    const given = isRecord(record.custom_fields) ? record.custom_fields : {}
    const value = given[key] ?? given[slug] ?? null
    if (value === null)
      throw failure('invalid', `custom_fields.${name} is required when records are matched by it`, {
        field: `custom_fields.${name}`,
      })
    const { set } = customFromV2(fields, { [name]: value })
    const same = customHolds(sql`r.custom`, { [key]: set[key] })
    return { ids: await findMatching(crm, entity, same), body: record }
  }
}
