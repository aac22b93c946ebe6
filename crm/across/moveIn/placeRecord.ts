import { failure } from '@portico/kit/api/failure'
import type { Author } from '../../base/changes/author.ts'
import { insertRecord } from '../../base/changes/write.ts'
import { findSame, versionOf } from './companyStore.ts'
import type { TakenIds } from './keepId.ts'
import type { Look, Placing } from './kind.ts'
import { lookFor } from './look.ts'
import type { Moved } from './movedStore.ts'
import type { Page } from './page.ts'
import { placingOf } from './placing.ts'
import { idOf, plainId } from './recordIds.ts'
import { changeRow, definedOnly, fingerprintOf, type Row } from './rows.ts'
import type { Given } from './source.ts'

interface Placed {
  /** `same`: the source says the same as before. `nothing`: it is not for here. */
  became: 'added' | 'changed' | 'same' | 'nothing'
  without: readonly string[]
}

/** Writes a record of a page, unless the source says the same of it as before. */
export async function placeRecord(
  page: Page,
  author: Author,
  record: Given,
  taken: TakenIds | undefined,
): Promise<Placed> {
  const { kind, ids, key, fields, fallbackUser, keepsIds, comesLater } = page
  const sourceId = idOf(kind, record)
  const known = ids.find(kind.name, sourceId)
  const fingerprint = fingerprintOf(record)
  if (known?.fingerprint === fingerprint) return { became: 'same', without: [] }
  const look = lookFor({ sql: author.sql, companyId: key.companyId, ids, fields, fallbackUser, keepsIds, comesLater })
  const move = placingOf(page, author, { isNew: !known, taken })
  const written = kind.place
    ? await kind.place(move, record, look, known && plainId(known.record_id))
    : await writeRow(page, author, move, record, look, known)
  if (written === null) return { became: 'nothing', without: look.lacks.without }
  const id = typeof written === 'object' ? written.id : written
  await kind.after?.(move, id, record, look)
  ids.add({
    kind: kind.name,
    source_id: sourceId,
    record_id: String(id),
    parent: null,
    // Written once more when what it names has come.
    fingerprint: look.lacks.isPending ? '' : fingerprint,
    version: typeof written === 'object' ? written.version : null,
  })
  return { became: known ? 'changed' : 'added', without: look.lacks.without }
}

async function writeRow(
  page: Page,
  author: Author,
  move: Placing,
  record: Given,
  look: Look,
  known: Moved | undefined,
) {
  const { kind, key } = page
  if (!kind.row) throw new Error(`${kind.name} says neither where its rows are nor how it is placed`)
  const { table, values, same } = kind.row
  const row = definedOnly(await values(record, look, move))
  if (!known) {
    const there = same && (await findSame(author.sql, key.companyId, table, same, String(row[same])))
    if (there) return there
    const id = await move.keepId(table, idOf(kind, record))
    return insertRecord<Row>(author, table, { ...row, ...(id !== undefined && { id }) })
  }
  const version = await versionOf(author.sql, key.companyId, table, plainId(known.record_id))
  if (version === undefined) throw failure('gone', 'It was deleted for good here')
  if (version !== known.version)
    throw failure('conflict', 'It was changed at the source and here: it stays as it is here')
  return changeRow(author, table, known.record_id, row)
}
