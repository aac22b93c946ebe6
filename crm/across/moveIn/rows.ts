import { createHash } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Author } from '../../base/changes/author.ts'
import { type RecordTable, updateRecord, type Values } from '../../base/changes/write.ts'
import type { Id } from './kind.ts'
import { plainId } from './recordIds.ts'
import type { Given } from './source.ts'

/* Rows of records and of their parts alike. */

export interface Row {
  id: Id
  version: number
  [column: string]: unknown
}

export async function changeRow(author: Author, table: RecordTable, id: string, values: Values): Promise<Row> {
  const changed = await updateRecord<Row>(author, table, plainId(id), values)
  if (!changed) throw failure('gone', 'It was deleted for good here')
  return changed
}

export function definedOnly(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** A digest of what the source said. What was fetched beside it counts; where its bytes are kept here does not. */
export function fingerprintOf({ stored: _, ...record }: Given): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url')
}
