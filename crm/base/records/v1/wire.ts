import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json, withFields } from '@portico/kit/api/json'
import type { Fields } from '../../fields/catalog.ts'
import { flatten } from '../../fields/v1/flat.ts'

/** A record in v1: the fields everyone has as JSON text, the company's own as they are stored. */
export interface WireRowV1 {
  wire: string
  custom: string
  version: number
}

/** The whole v1 text of a record: custom fields are spliced in flat beside the others. */
export function textV1(fields: Fields, { wire, custom }: Pick<WireRowV1, 'wire' | 'custom'>): string {
  if (fields.custom.length === 0) return wire
  return withFields(wire, flatten(fields, JSON.parse(custom)))
}

export function oneRecordV1<T>(
  fields: Fields,
  row: WireRowV1 | undefined,
  name: string,
  rest: { beside?: Record<string, unknown>; status?: number } = {},
): Answered<T> {
  if (!row) throw failure('missing', `${name} not found`)
  return answer(json<T>(textV1(fields, row)), { ...rest, headers: { etag: `"${row.version}"` } })
}
